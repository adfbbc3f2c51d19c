// SPDX-License-Identifier: Apache-2.0
// Findings of a run whose cases are drawn anew, so that what they share can be told.
#pragma once

#include <filesystem>
#include <vector>

#include "reference/judge/records.hpp"
#include "reports/findings/finding.hpp"
#include "reports/findings/past.hpp"

namespace assay::runners {

/// Findings of the records of `run`, a folder or journal, after an earlier run.
std::vector<reports::Finding> findings_of(const Records& records, const std::filesystem::path& run,
                                          const reports::Past& past);

/// The findings that the folder of a run keeps, where they have the failing records and no others,
/// so that what the run knew of the nights before it is not lost; or else those of the records.
/// Throws UsageError where findings.json is damaged.
std::vector<reports::Finding> known_findings_of(const Records& records,
                                                const std::filesystem::path& run);

/// What fresh cases said of the rules of these findings when the run was made, as its folder keeps
/// it; nothing where it keeps nothing.
void recall_fresh(std::vector<reports::Finding>& findings, const std::filesystem::path& run);

}  // namespace assay::runners
