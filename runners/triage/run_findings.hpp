// SPDX-License-Identifier: Apache-2.0
// Findings of a run whose cases are drawn again, to find their common features.
#pragma once

#include <filesystem>
#include <vector>

#include "reference/judge/records/records.hpp"
#include "reports/findings/finding.hpp"
#include "reports/findings/previous_run.hpp"

namespace assay::runners {

/// Findings of the records of `run`, a folder or journal, after an earlier run.
std::vector<reports::Finding> findings_of(const Records& records, const std::filesystem::path& run,
                                          const reports::PreviousRun& previous);

/// The findings in the folder of a run if they have exactly the failing records: they include what
/// the run knew of earlier nightly runs. Otherwise the findings of the records. Throws UsageError
/// where findings.json is damaged.
std::vector<reports::Finding> known_findings_of(const Records& records,
                                                const std::filesystem::path& run);

/// Restores the results of fresh cases for the rules of these findings from the folder of the run;
/// does nothing if the folder has none.
void recall_fresh(std::vector<reports::Finding>& findings, const std::filesystem::path& run);

}  // namespace assay::runners
