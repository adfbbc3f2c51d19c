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
  const Night* night = nullptr;
  std::vector<NightFinding> opened;  ///< every finding, if there is no earlier run
  std::vector<NightFinding> closed;  ///< none by a run that is not complete
};

/// One step per run, in the order given (oldest first).
std::vector<TrendStep> trend_of(std::span<const Night> nights);

/// A line per run, then the cells (op and dtype) whose worst ulp or failures changed.
void print_trend(std::ostream& out, std::span<const Night> nights, bool colour);
std::string trend_as_json(std::span<const Night> nights);
std::string trend_as_markdown(std::span<const Night> nights);

}  // namespace assay::reports
