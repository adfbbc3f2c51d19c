// SPDX-License-Identifier: Apache-2.0
// Cases of one op, form, lead element type and target as one test.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "reference/judge/records/records.hpp"
#include "reports/findings/answer.hpp"

namespace assay::reports {

/// Cases of a group with one verdict, and the first of them.
struct VerdictCount {
  std::string verdict;  ///< verdict_text(), or "waived"
  CaseAnswer answer = CaseAnswer::passed;
  std::size_t cases = 0;
  std::string reason = {};   ///< of the first
  std::string command = {};  ///< that replays the first
};

class JunitGroup {
 public:
  void add(const CaseRecord& record, CaseAnswer answer);

  /// Failure or error if a case is one, passed if a case is that, else skipped.
  CaseAnswer answer() const;
  double seconds() const { return seconds_; }
  /// "3 of 216 cases: deviates (value): a reason", of the first verdict that decides the answer.
  std::string message() const;
  /// The verdict that message() names.
  const std::string& type() const { return deciding().verdict; }
  /// A line for each verdict; for failures and errors the first case's reason and replay line.
  std::string text() const;

 private:
  const VerdictCount& deciding() const;

  std::vector<VerdictCount> verdicts_;  ///< in the order in which they occur
  std::size_t cases_ = 0;
  double seconds_ = 0;
};

/// "TADD.plain.f16.a5": the same for every seed.
std::string group_name(const CaseRecord& record);

}  // namespace assay::reports
