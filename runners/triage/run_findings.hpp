// SPDX-License-Identifier: Apache-2.0
// Findings of a run whose cases are drawn anew, so that what they share can be told.
#pragma once

#include <filesystem>
#include <vector>

#include "reference/judge/record.hpp"
#include "reports/findings/finding.hpp"

namespace assay::runners {

/// Findings of the records of `run`, a folder or journal.
std::vector<reports::Finding> findings_of(const std::vector<CaseRecord>& records,
                                          const std::filesystem::path& run);

}  // namespace assay::runners
