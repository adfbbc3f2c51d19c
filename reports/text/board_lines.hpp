// SPDX-License-Identifier: Apache-2.0
// The boards of a run, a line each.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/text/run_report.hpp"

namespace assay::reports {

struct BoardLines {
  std::size_t count = 0;           ///< boards
  std::vector<std::string> lines;  ///< "npu7: 152 cases, 3 failing, 149 infra; driver 24.1"
};

/// First the boards with the most cases that were lost or failed; unless all rows are shown, the
/// last line sums the rest up. No lines for a single board of which nothing is known.
BoardLines board_lines(const Records& records, const ReportExtras& extras, TableRows rows);

}  // namespace assay::reports
