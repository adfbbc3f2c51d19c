// SPDX-License-Identifier: Apache-2.0
// What changed over the runs of a history.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "reports/findings/history.hpp"

namespace assay::reports {

/// A run next to the previous one on the same backend and suite.
struct TrendStep {
  const RunSummary* summary = nullptr;
  std::vector<SummarizedFinding> opened;  ///< every finding, if there is no earlier run
  std::vector<SummarizedFinding> closed;  ///< none by a run that is not complete
};

/// One step per run, in the order given (oldest first).
std::vector<TrendStep> trend_of(std::span<const RunSummary> summaries);

/// A line per run, then the first 20 cells (op and dtype) whose worst ulp or failures changed.
void print_trend(std::ostream& out, std::span<const RunSummary> summaries, bool colour);
std::string trend_as_json(std::span<const RunSummary> summaries);
std::string trend_as_markdown(std::span<const RunSummary> summaries);

}  // namespace assay::reports
