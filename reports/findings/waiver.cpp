// SPDX-License-Identifier: Apache-2.0
// Which failures a waiver covers, and whether it earned its place.
#include "reports/findings/waiver.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <ostream>
#include <string_view>
#include <unordered_set>

#include "reports/words/table.hpp"
#include "reports/words/tally.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

bool is_or_any(const std::string& wanted, const std::string& is) {
  return wanted.empty() || wanted == is;
}

using Names = std::unordered_set<std::string_view>;

/// Cases of the finding that a waiver names.
Names cases_of(const Waiver& waiver, std::span<const Finding> findings) {
  Names names;
  for (const Finding& one : findings) {
    if (one.id == waiver.finding) names.insert(one.cases.begin(), one.cases.end());
  }
  return names;
}

bool is_asked_for(const Waiver& waiver, const Names& of_finding, const CaseRecord& record) {
  return waiver.covers(record) && is_failure(record.verdict.kind) &&
         (waiver.finding.empty() || of_finding.contains(record.name)) &&
         is_or_any(waiver.verdict, std::string(name_of(record.verdict.kind)));
}

bool is_judged(const CaseRecord& record) {
  return is_failure(record.verdict.kind) || record.verdict.kind == VerdictKind::conforms;
}

std::string_view state_text(WaiverUse::State state) {
  switch (state) {
    case WaiverUse::State::used:
      return "used";
    case WaiverUse::State::unneeded:
      return "not needed";
    case WaiverUse::State::expired:
      return "expired";
    case WaiverUse::State::idle:
      break;
  }
  return "not exercised";
}

std::string scope_text(const Waiver& waiver) {
  std::string text = waiver.op;
  if (!waiver.finding.empty())
    text += fmt::format("{}finding {}", text.empty() ? "" : " ", waiver.finding);
  for (const std::string* part : {&waiver.form, &waiver.target, &waiver.dtype}) {
    if (!part->empty()) text += " " + *part;
  }
  if (!waiver.rule.empty()) text += " constraint " + waiver.rule;
  return waiver.verdict.empty() ? text : text + " " + waiver.verdict;
}

std::string sentence_of(const WaiverUse& use) {
  const Waiver& waiver = use.waiver;
  const std::string head = fmt::format("{} ({}): ", waiver.where, scope_text(waiver));
  switch (use.state) {
    case WaiverUse::State::used:
      return fmt::format("{}waives {} until {}; {} ({}, {})", head, count_of(use.waived, "failure"),
                         waiver.expires, waiver.reason, waiver.owner, waiver.link);
    case WaiverUse::State::unneeded:
      return head + "nothing in its scope failed; remove it";
    case WaiverUse::State::expired:
      return fmt::format("{}expired after {}; ask {} or see {}", head, waiver.expires, waiver.owner,
                         waiver.link);
    case WaiverUse::State::idle:
      break;
  }
  return head + (waiver.finding.empty() ? "no case of its scope was judged"
                                        : "the run has no such finding; with 'op' it can be "
                                          "told when it is not needed");
}

bool is_wrong(const WaiverUse& use) {
  return use.state == WaiverUse::State::expired || use.state == WaiverUse::State::unneeded;
}

}  // namespace

bool Waiver::covers(const CaseRecord& record) const {
  return (op.empty() || fnmatch(op.c_str(), record.op.c_str(), 0) == 0) &&
         is_or_any(form, record.form) && is_or_any(dtype, record.dtype) &&
         is_or_any(target, record.target) &&
         (rule.empty() || rule == constraint_side(record.intent).constraint);
}

bool Waived::fails() const { return std::ranges::any_of(uses, is_wrong); }

Waived apply_waivers(std::span<const Waiver> waivers, const Records& records,
                     std::span<const Finding> findings, const std::string& today) {
  Waived result;
  result.waived.assign(records.size(), false);
  for (const Waiver& waiver : waivers) {
    WaiverUse use{waiver, WaiverUse::State::idle, 0};
    const bool expired = waiver.expires < today;
    const Names of_finding = cases_of(waiver, findings);
    bool judged = false;
    for (std::size_t i = 0; i < records.size(); ++i) {
      judged = judged || (waiver.covers(records[i]) && is_judged(records[i]));
      if (expired || !is_asked_for(waiver, of_finding, records[i])) continue;
      ++use.waived;
      result.waived[i] = true;
    }
    if (judged && !waiver.op.empty()) use.state = WaiverUse::State::unneeded;
    if (use.waived > 0) use.state = WaiverUse::State::used;
    if (expired) use.state = WaiverUse::State::expired;
    result.uses.push_back(std::move(use));
  }
  return result;
}

void print_waivers(std::ostream& out, const Waived& waived, bool colour) {
  if (waived.uses.empty()) return;
  out << styled(count_of(waived.uses.size(), "waiver"), Style::strong, colour) << '\n';
  for (const bool wrong : {true, false}) {
    for (const WaiverUse& use : waived.uses) {
      if (is_wrong(use) != wrong) continue;
      const Style style = wrong ? Style::bad : Style::plain;
      out << "  " << styled(fmt::format("{:13}", state_text(use.state)), style, colour) << "  "
          << printable(sentence_of(use)) << '\n';
    }
  }
  out << '\n';
}

}  // namespace assay::reports
