// SPDX-License-Identifier: Apache-2.0
// What changed over the nights of a history.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "reports/findings/history.hpp"

namespace assay::reports {

/// A night beside the one before it on the same backend and suite.
struct TrendStep {
  const Night* night = nullptr;
  std::vector<NightFinding> opened;  ///< every finding, where there is no night before
  std::vector<NightFinding> closed;  ///< none by a night that is not complete
};

/// One step per night, in the order given (oldest first).
std::vector<TrendStep> trend_of(std::span<const Night> nights);

/// A line per night, then the cells (op and dtype) whose worst ulp or failures changed.
void print_trend(std::ostream& out, std::span<const Night> nights, bool colour);
std::string trend_as_json(std::span<const Night> nights);
std::string trend_as_markdown(std::span<const Night> nights);

}  // namespace assay::reports
