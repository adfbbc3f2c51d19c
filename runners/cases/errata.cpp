// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/errata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <vector>

#include "reference/ops/op_index.hpp"
#include "runners/cases/own_errata.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/nearest.hpp"

namespace assay::runners {
namespace {

std::vector<std::string> all_names() {
  std::set<std::string> names{"none", "all"};
  for (const OpSpec& op : all_ops()) {
    for (const Erratum& one : op.errata) names.insert({one.number, one.implementation});
  }
  return {names.begin(), names.end()};
}

}  // namespace

ErrataChoice known_errata(const std::string& text) {
  if (text.empty()) throw UsageError("--errata is empty; give none, all, or names");
  ErrataChoice choice = errata_choice_of(text);
  const std::vector<std::string> known = all_names();
  for (const std::string& name : choice.names) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw UsageError(fmt::format("--errata: no erratum and no implementation is called '{}'{}",
                                 name, suggestion(name, known)));
  }
  for (std::string& file : choice.files) {
    file = std::filesystem::absolute(file).lexically_normal().string();
  }
  choice.own = load_own_errata(choice.files);
  return choice;
}

ErrataChoice usual_errata(const BackendSpec& backend, const sdk::SdkOptions& library) {
  const bool compiled =
      backend.kind == BackendKind::library || backend.kind == BackendKind::compiled;
  if (!compiled || library.include.empty()) return {};
  return {.names = sdk::errata_of(library)};
}

ErrataChoice errata_for(const RunOptions& options, const BackendSpec& backend) {
  return options.errata ? *options.errata : usual_errata(backend, options.sdk);
}

}  // namespace assay::runners
