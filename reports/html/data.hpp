// SPDX-License-Identifier: Apache-2.0
// The data inside the HTML page.
#pragma once

#include <span>
#include <string>

#include "reference/judge/records/records.hpp"
#include "reports/findings/extras.hpp"
#include "reports/words/tally.hpp"

namespace assay::reports {

/// Failing cases listed in full; more are counted, taken evenly from the groups of failures.
inline constexpr std::size_t most_listed_cases = 20000;

/// One JSON object: the answer, tallies, failing cases as columns, findings, history, environment.
/// Passing cases are counted, not listed. A function of its arguments alone; without characters
/// that HTML or XML read as markup.
std::string page_data(const Records& records, const RunCounts& counts, const RunInfo& info,
                      const ReportExtras& extras);

}  // namespace assay::reports
