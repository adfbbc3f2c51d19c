// SPDX-License-Identifier: Apache-2.0
// The short form of a run that a folder of past runs keeps.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/judge/records/records.hpp"
#include "reports/findings/finding.hpp"
#include "reports/findings/previous_run.hpp"
#include "reports/words/boards.hpp"

namespace assay::reports {

/// One op with one element type, over all targets.
struct RunSummaryCell {
  std::size_t judged = 0;
  std::size_t failed = 0;
  std::optional<double> worst_ulp;
};

struct SummarizedFinding {
  std::string id;
  std::string title;
  std::size_t failing = 0;
  std::optional<PastFinding> previous = {};  ///< nothing in a run of an earlier version
};

struct RunSummary {
  std::string started;  ///< start of the run, ISO 8601, UTC; names the run everywhere
  std::string backend;
  std::string suite;
  std::string run = {};  ///< its RunInfo::id
  std::uint64_t seed = 0;
  std::optional<Completion> completion = {};  ///< nothing in a run of an earlier version
  std::size_t judged = 0;
  std::size_t failed = 0;
  std::size_t flaky = 0;
  std::size_t known = 0;                        ///< known deviations, judged and not failed
  std::map<std::string, RunSummaryCell> cells;  ///< "TRSQRT f16"
  std::vector<SummarizedFinding> findings;
  BoardTally boards;  ///< empty in a run of an earlier version

  /// Not known to have ended early.
  bool complete() const { return !completion || completion->complete(); }
  /// Share of the judged cases that conform, 0 to 1; nothing if none was judged.
  std::optional<double> pass_rate() const;
};

RunSummary summary_of(const Records& records, std::span<const Finding> findings,
                      const RunInfo& info);

std::string to_json(const RunSummary& summary);
/// Throws std::runtime_error ("cannot read the summary of a run: REASON").
RunSummary run_summary_from_json(const std::string& text);

/// What an earlier run contributes to a run: nothing if an earlier version wrote it. An earlier run
/// of the same suite and seed had the same cases.
PreviousRun previous_run_of(const RunSummary& summary, const RunInfo& run);

/// Sets the first run in which a finding of that id was seen; `this_run` if the history does not
/// know it.
void date_findings(std::vector<Finding>& findings, std::span<const RunSummary> history,
                   const std::string& this_run);

}  // namespace assay::reports
