// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan/refusals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "generators/draw/discriminating_power.hpp"
#include "generators/generate.hpp"
#include "runners/cases/plan/errata.hpp"
#include "runners/sdk/call/placement.hpp"
#include "runners/sdk/source/spelling.hpp"

namespace assay::runners {
namespace {

std::vector<ElementArray> contents_of(const StoredCase& drawn) {
  if (drawn.oracle && !drawn.oracle->before.empty()) return drawn.oracle->before;
  return generators::fill(drawn.test, generators::Poison::first);
}

bool refuses_by_contents(const Form& form) {
  return std::ranges::any_of(form.may_refuse, [](const MayRefuse& one) { return !!one.when; });
}

}  // namespace

Refusals::Refusals(const TestedBackends& tested, sdk::Lacking lacking)
    : lacking_(std::move(lacking)) {
  for (std::size_t k = 0; k < tested.backends.size(); ++k) {
    ErrataChoice choice = errata_for(tested, k);
    if (choice.none()) {
      errata_.clear();
      declined_.clear();
      return;
    }
    errata_.push_back(std::move(choice));
    declined_.push_back(declined_by(tested, tested.backends[k]));
  }
}

bool Refusals::lacks(ElementType element) const {
  return std::ranges::find(lacking_.elements, element) != lacking_.elements.end();
}

bool Refusals::is_declined(const std::string& reason) const {
  return std::ranges::any_of(declined_, [&](const std::vector<std::string>& texts) {
    return std::ranges::find(texts, reason) != texts.end();
  });
}

std::optional<std::string> Refusals::reason_for(const StoredCase& drawn) const {
  return reason_for(drawn.test, [&] { return contents_of(drawn); });
}

std::optional<std::string> Refusals::reason_for(const Call& call) const {
  Case test_case;
  test_case.call = call;
  return reason_for(test_case, {});
}

std::optional<std::string> Refusals::reason_for(const Case& test_case,
                                                const Contents& contents) const {
  for (const OperandValue& value : test_case.call.operands) {
    if (lacks(element_of(value))) return std::string(name_of(element_of(value)));
  }
  if (lacking_.tf32 && sdk::needs_tf32(test_case.form())) return "TF32";
  if (!test_case.intent.legal()) return std::nullopt;
  if (const std::string full = sdk::full_buffer(test_case, lacking_.capacity); !full.empty()) {
    return "room in " + full;
  }
  std::optional<std::string> reason;
  const MayRefuse* allowed = contents && refuses_by_contents(test_case.form())
                                 ? may_refuse(test_case.call, contents())
                                 : may_refuse(test_case.call);
  for (std::size_t k = 0; k < errata_.size(); ++k) {
    if (allowed != nullptr &&
        std::ranges::find(declined_[k], allowed->text) != declined_[k].end()) {
      reason = allowed->text;
      continue;
    }
    const Erratum* erratum = erratum_without_values(test_case, errata_[k], contents);
    if (erratum == nullptr) return std::nullopt;
    reason = erratum->number;
  }
  return reason;
}

std::set<std::string> Refusals::errata_of(const StoredCase& drawn) const {
  std::set<std::string> numbers;
  if (errata_.empty()) return numbers;
  const auto contents = [&] { return contents_of(drawn); };
  for (const ErrataChoice& choice : errata_) {
    for (const std::string& number : errata_about(drawn.test, choice, contents)) {
      numbers.insert("erratum " + number);
    }
  }
  return numbers;
}

std::string Refusals::text() const {
  std::vector<std::string> parts;
  for (const ErrataChoice& choice : errata_) parts.push_back(choice.text());
  for (const auto& texts : declined_) {
    for (const std::string& one : texts) parts.push_back(fmt::format("no {}", one));
  }
  if (lacking_.tf32) parts.emplace_back("-TF32");
  for (const auto& [buffer, bytes] : lacking_.capacity) {
    parts.push_back(fmt::format("{}<={}", buffer, bytes));
  }
  for (const ElementType element : lacking_.elements)
    parts.push_back(fmt::format("-{}", name_of(element)));
  return fmt::format("{}", fmt::join(parts, "/"));
}

}  // namespace assay::runners
