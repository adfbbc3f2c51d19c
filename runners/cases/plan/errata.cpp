// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan/errata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include "reference/ops/op_index.hpp"
#include "reference/ops/tile_errata.hpp"
#include "runners/cases/profiles/own_errata.hpp"
#include "runners/sdk/compile/builds.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/nearest.hpp"

namespace assay::runners {
namespace {

std::vector<std::string> all_names() {
  std::set<std::string> names{"none", "all"};
  for (const Erratum& one : ops::errata_of_tiles()) names.insert({one.number, one.implementation});
  for (const OpSpec& op : all_ops()) {
    for (const Erratum& one : op.errata) names.insert({one.number, one.implementation});
  }
  return {names.begin(), names.end()};
}

/// "TCVT" of "E-TCVT-003"; empty for what is no number of an erratum.
std::string op_in(const std::string& number) {
  const std::size_t end = number.rfind('-');
  const bool is_number = number.starts_with("E-") && end != std::string::npos && end > 2;
  return is_number ? number.substr(2, end - 2) : "";
}

/// "; did you mean E-TCVT-003?", or where errata and implementations are listed.
std::string errata_hint(const std::string& name, const std::vector<std::string>& known) {
  std::string best = nearest_erratum(name);
  if (best.empty() && !name.starts_with("E-")) best = nearest(name, known);
  return best.empty() ? "; 'assay errata' lists them" : fmt::format("; did you mean {}?", best);
}

bool is_library(const BackendSpec& backend, const sdk::SdkOptions& library) {
  const bool compiled =
      backend.kind == BackendKind::library || backend.kind == BackendKind::compiled;
  return compiled && !library.include.empty();
}

/// Calls that pages let some target refuse.
std::set<std::string> declinable() {
  std::set<std::string> texts;
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) {
      for (const MayRefuse& one : form.may_refuse) texts.insert(one.text);
    }
  }
  return texts;
}

}  // namespace

std::string nearest_erratum(const std::string& name) {
  std::vector<std::string> ops;
  std::vector<std::string> numbers;
  const auto add = [&](const std::vector<Erratum>& errata) {
    for (const Erratum& one : errata) {
      ops.push_back(op_in(one.number));
      numbers.push_back(one.number);
    }
  };
  add(ops::errata_of_tiles());
  for (const OpSpec& op : all_ops()) add(op.errata);
  const std::string op = nearest(op_in(name), ops);
  if (op.empty()) return "";
  std::erase_if(numbers, [&](const std::string& one) { return op_in(one) != op; });
  return *std::ranges::min_element(
      numbers, {}, [&](const std::string& one) { return edit_distance(name, one); });
}

ErrataChoice known_errata(const std::string& text) {
  if (text.empty()) throw UsageError("--errata is empty; give none, all, or names");
  ErrataChoice choice = errata_choice_of(text);
  const std::vector<std::string> known = all_names();
  for (const std::string& given : choice.names) {
    const std::string name = given.starts_with('-') ? given.substr(1) : given;
    if (std::ranges::find(known, name) != known.end()) continue;
    throw UsageError(fmt::format("--errata: no erratum and no implementation is called '{}'{}",
                                 name, errata_hint(name, known)));
  }
  for (std::string& file : choice.files) {
    file = std::filesystem::absolute(file).lexically_normal().string();
  }
  choice.own = load_own_errata(choice.files);
  return choice;
}

std::vector<std::string> declined_by(const TestedBackends& tested, const BackendSpec& backend) {
  if (!is_library(backend, tested.sdk)) return {};
  const std::set<std::string> known = declinable();
  std::vector<std::string> declined = sdk::declined_by(tested.sdk);
  for (const std::string& one : declined) {
    if (known.contains(one)) continue;
    throw UsageError(fmt::format("{}: 'declines' has '{}', and no page lets a target refuse that{}",
                                 tested.sdk.profile, one,
                                 suggestion(one, {known.begin(), known.end()})));
  }
  return declined;
}

ErrataChoice usual_errata(const BackendSpec& backend, const sdk::SdkOptions& library) {
  if (!is_library(backend, library)) return {};
  return {.names = sdk::errata_of(library)};
}

ErrataChoice errata_for(const TestedBackends& tested, std::size_t backend) {
  if (tested.errata) return *tested.errata;
  const sdk::SdkOptions library =
      tested.builds.empty() ? tested.sdk
                            : sdk::library_of_build(tested.sdk, tested.builds.at(backend));
  return usual_errata(tested.backends.at(backend), library);
}

}  // namespace assay::runners
