// SPDX-License-Identifier: Apache-2.0
// The records of a run, from its journal.
#pragma once

#include <filesystem>
#include <vector>

#include "reference/judge/record.hpp"

namespace assay::runners {

/// `run` is the folder of a run or a journal. A last line without its line feed was cut off while
/// it was written and does not count. Throws UsageError with file and line, and where the journal
/// of a finished run has fewer records than its summary counts.
std::vector<CaseRecord> read_records(const std::filesystem::path& run);

}  // namespace assay::runners
