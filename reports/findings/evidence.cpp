// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/evidence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t named_forms = 3;
constexpr std::size_t named_errata = 8;

std::string first_of(const std::vector<std::string>& names) {
  const std::size_t shown = std::min(names.size(), named_errata);
  const std::span<const std::string> first(names.data(), shown);
  return fmt::format("{}{}", fmt::join(first, ", "), names.size() > shown ? ", ..." : "");
}

}  // namespace

void LegalCases::add(const Verdict& verdict) {
  ++total;
  open += verdict.kind == VerdictKind::target_defined ? 1U : 0U;
  const bool answered = verdict.kind == VerdictKind::known_deviation || is_failure(verdict.kind);
  const bool has_values = answered && verdict.compared > 0;
  compared += verdict.kind == VerdictKind::conforms || has_values ? 1U : 0U;
}

void Evidence::add(const CaseRecord& record) {
  for (const SeenErratum& seen : record.verdict.errata) {
    bool& shown = errata_[seen.number];
    shown = shown || seen.shown > 0;
  }
  if (record.intent.starts_with("breaks.")) return;
  forms_[{record.op, record.form}].add(record.verdict);
}

LegalCases Evidence::of_op(const std::string& op) const {
  LegalCases sum;
  for (auto next = forms_.lower_bound({op, ""}); next != forms_.end() && next->first.first == op;
       ++next) {
    sum.total += next->second.total;
    sum.open += next->second.open;
    sum.compared += next->second.compared;
  }
  return sum;
}

std::string Evidence::text(const RunInfo& info) const {
  const bool whole = !info.part && info.completion.complete();
  return forms_text(info.min_judged) + (whole ? errata_text(info.errata) : "");
}

std::string Evidence::errata_text(const std::vector<std::string>& in_effect) const {
  std::vector<std::string> idle, hidden;
  std::ranges::copy_if(in_effect, std::back_inserter(idle),
                       [&](const std::string& number) { return !errata_.contains(number); });
  for (const auto& [number, shown] : errata_) {
    if (!shown) hidden.push_back(printable(number));
  }
  std::string text;
  if (!idle.empty()) {
    text = fmt::format(
        "; {} of {} in effect not exercised ({})", idle.size(),
        in_effect.size() == 1 ? "1 erratum" : fmt::format("{} errata", in_effect.size()),
        first_of(idle));
  }
  return hidden.empty() ? text : text + fmt::format("; fixed? {}", first_of(hidden));
}

std::string Evidence::forms_text(std::size_t least) const {
  std::vector<std::string> texts;
  for (const auto& [name, legal] : forms_) {
    if (legal.compared >= least || legal.open == legal.total) continue;
    const std::string of = fmt::format("{} {}: {} of {}", printable(name.first),
                                       printable(name.second), legal.compared, legal.total);
    texts.push_back(texts.empty() ? of + " legal cases compared a value" : of);
  }
  if (texts.empty()) return "";
  const std::size_t more = texts.size() - std::min(texts.size(), named_forms);
  texts.resize(texts.size() - more);
  if (more > 0) texts.push_back(fmt::format("and {} more", count_of(more, "form")));
  return fmt::format("; {}", fmt::join(texts, ", "));
}

}  // namespace assay::reports
