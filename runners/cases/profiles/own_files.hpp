// SPDX-License-Identifier: Apache-2.0
// --out replaces files that Assay wrote, and no others.
#pragma once

#include <filesystem>
#include <string_view>

namespace assay::runners {

/// Throws UsageError where a file at `out` holds something, does not name Assay in its first lines,
/// and does not begin with the first line of `content`.
void require_own_report(const std::filesystem::path& out, std::string_view content);

/// Throws UsageError unless `out` is empty, absent, or a golden or a result file.
void require_own_golden(const std::filesystem::path& out);
void require_own_results(const std::filesystem::path& out);

}  // namespace assay::runners
