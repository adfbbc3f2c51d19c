// SPDX-License-Identifier: Apache-2.0
// The known facts about a run in addition to its records.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reference/judge/judge.hpp"
#include "reference/judge/records/record.hpp"
#include "reports/findings/finding.hpp"
#include "reports/findings/history.hpp"
#include "reports/findings/triage.hpp"
#include "reports/findings/waiver.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {

/// What an input has for the worst element of a case.
struct WorstInput {
  std::string operand;
  std::string place;  ///< "(0, 5)", "row 3"
  std::string value;  ///< "1.5", "65 in [1 .. 3.5], NaN"
};
using WorstInputs = std::function<std::vector<WorstInput>(const CaseRecord&)>;

/// The data that a view may show in addition to the records of a run. Unknown data are empty.
struct ReportExtras {
  std::vector<Finding> findings;
  std::optional<Triage> triage;     ///< against a baseline
  std::vector<RunSummary> history;  ///< oldest first, this run last
  Waived waived;
  std::string baseline = {};        ///< name of the run that `triage` is against
  ToleranceLookup tolerances = {};  ///< that the run was held to; empty if unknown
  ReplayCommand replay = {};        ///< for its cases; empty if its files do not say more
  WorstInputs inputs = {};          ///< of the cases of the run; empty if unknown
  /// Facts about each board, "driver 24.1, host npu7"; empty for boards of which none are known.
  std::map<std::string, std::string> boards = {};
};

/// Facts about the board of a record, which may name a device of the board after a slash.
std::string board_facts(const ReportExtras& extras, const std::string& board);

/// Titles of the findings that the baseline has, or without one the previous run, and the run has
/// not.
std::vector<std::string> closed_findings(const ReportExtras& extras);

/// Against the baseline; without one against earlier runs; without these every finding is new.
bool is_new(const ReportExtras& extras, const Finding& finding);

/// Whether there is anything to be new against: a baseline, or earlier runs.
bool has_past(const ReportExtras& extras);

}  // namespace assay::reports
