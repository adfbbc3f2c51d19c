// SPDX-License-Identifier: Apache-2.0
// How far a run on many machines is, from its files alone.
#pragma once

#include <chrono>
#include <filesystem>

namespace assay::runners {

/// Prints the state of the run that `assay cluster submit` began in a folder. A shard whose journal
/// has not grown for so long, and has no last line, is silent. Throws UsageError for another
/// folder.
int cluster_status(const std::filesystem::path& folder, std::chrono::seconds silent_after,
                   bool json);

}  // namespace assay::runners
