// SPDX-License-Identifier: Apache-2.0
// A folder with one small file per nightly run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reports/findings/history.hpp"

namespace assay::runners {

/// A run of a folder and its file.
struct HistoryFile {
  std::filesystem::path path;
  reports::RunSummary summary;
};

/// The files of read_history(), in its order. Throws as it does.
std::vector<HistoryFile> history_files(const std::filesystem::path& folder);

/// The nightly runs of a folder, oldest first. Throws UsageError if the folder does not exist, and
/// for a file NIGHT.json that describes no nightly run.
std::vector<reports::RunSummary> read_history(const std::filesystem::path& folder);

/// Makes the folder where there is none. Throws InfraError where it cannot be made or written.
void make_history(const std::filesystem::path& folder);

/// Adds the file of one nightly run, or replaces that of the same run; makes the folder. A reader
/// never sees half a file. Throws InfraError.
void add_to_history(const std::filesystem::path& folder, const reports::RunSummary& summary);

}  // namespace assay::runners
