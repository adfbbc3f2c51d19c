// SPDX-License-Identifier: Apache-2.0
// The findings of an earlier run, to recognize the same causes and to separate new ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/judge/records/records.hpp"
#include "reports/findings/finding.hpp"

namespace assay::reports {

/// Distinguishes names of cases.
std::uint32_t case_hash(std::string_view name);

/// A finding as a later run needs it.
struct PastFinding {
  std::string id;
  std::string op;
  std::string verdict;
  std::string pattern;
  std::string rule;
  std::vector<std::uint32_t> cases;  ///< case_hash of each, ascending
};
PastFinding past_finding(const Finding& finding);

/// The earlier run. Empty: there is none.
struct PreviousRun {
  std::vector<PastFinding> findings;
  std::vector<std::uint32_t> judged;  ///< case_hash of its cases that failed or conform, ascending
  bool same_cases = false;            ///< it had the cases of this run, whatever `judged` says

  bool knows(std::string_view name) const;
  /// The finding that had a case; findings.size() where none had it.
  std::size_t finding_of(std::string_view name) const;
};

/// Of records and their findings.
PreviousRun previous_run_of(const Records& records, std::span<const Finding> findings);

}  // namespace assay::reports
