// SPDX-License-Identifier: Apache-2.0
// Files that are either complete or not there.
#pragma once

#include <filesystem>
#include <string_view>

namespace assay::reports {

/// Writes a temporary file beside `path`, syncs it and renames it. Throws std::runtime_error
/// ("cannot write report PATH: REASON") and leaves nothing behind, and an older file as it was.
void write_atomically(const std::filesystem::path& path, std::string_view content);

}  // namespace assay::reports
