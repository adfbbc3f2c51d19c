// SPDX-License-Identifier: Apache-2.0
#include "reports/text/junit_group.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/judge/verdict/verdict.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

/// A reason may quote a compiler at length, and a file has thousands of them.
constexpr std::size_t longest_reason = 300;

std::string shortened(const std::string& reason) {
  return reason.size() <= longest_reason ? reason : reason.substr(0, longest_reason) + "...";
}

bool is_problem(CaseAnswer answer) {
  return answer == CaseAnswer::failure || answer == CaseAnswer::error;
}

}  // namespace

void JunitGroup::add(const CaseRecord& record, CaseAnswer answer) {
  const bool waived = answer == CaseAnswer::skipped && is_failure(record.verdict.kind);
  const std::string verdict = waived ? "waived" : verdict_text(record.verdict);
  auto found = std::ranges::find(verdicts_, verdict, &VerdictCount::verdict);
  if (found == verdicts_.end()) {
    verdicts_.push_back({verdict, answer, 0, shortened(record.verdict.reason)});
    found = verdicts_.end() - 1;
    if (is_problem(answer)) found->command = replay_command(record);
  }
  ++found->cases;
  ++cases_;
  seconds_ += record.seconds;
}

CaseAnswer JunitGroup::answer() const {
  for (const CaseAnswer answer : {CaseAnswer::failure, CaseAnswer::error, CaseAnswer::passed}) {
    if (std::ranges::find(verdicts_, answer, &VerdictCount::answer) != verdicts_.end()) {
      return answer;
    }
  }
  return CaseAnswer::skipped;
}

const VerdictCount& JunitGroup::deciding() const {
  return *std::ranges::find(verdicts_, answer(), &VerdictCount::answer);
}

std::string JunitGroup::message() const {
  const VerdictCount& first = deciding();
  return fmt::format("{} of {}: {}{}{}", first.cases, count_of(cases_, "case"), first.verdict,
                     first.reason.empty() ? "" : ": ", first.reason);
}

std::string JunitGroup::text() const {
  std::string text;
  for (const VerdictCount& one : verdicts_) {
    text +=
        fmt::format("{}{}: {}", text.empty() ? "" : "\n", count_of(one.cases, "case"), one.verdict);
    if (!one.reason.empty()) text += ": " + one.reason;
    if (!one.command.empty()) text += "\n  " + one.command;
  }
  return text;
}

std::string group_name(const CaseRecord& record) {
  std::string name = record.op;
  for (const std::string* part : {&record.form, &record.dtype, &record.target}) {
    if (!part->empty()) name += "." + *part;
  }
  return name;
}

}  // namespace assay::reports
