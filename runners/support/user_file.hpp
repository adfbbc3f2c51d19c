// SPDX-License-Identifier: Apache-2.0
// Files that the user or an earlier run names for reading.
#pragma once

#include <filesystem>
#include <fstream>

namespace assay::runners {

/// Opens a file for reading. The stream is not open where there is none. Throws UsageError where
/// something else than a regular file is there: a pipe has no end until another process ends it,
/// and a device may have none.
std::ifstream open_if_there(const std::filesystem::path& file);

/// Throws UsageError where there is none or it cannot be read as well.
std::ifstream open_to_read(const std::filesystem::path& file);

}  // namespace assay::runners
