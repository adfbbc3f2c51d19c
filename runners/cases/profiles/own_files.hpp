// SPDX-License-Identifier: Apache-2.0
// --out replaces files that Assay wrote, and no others.
#pragma once

#include <filesystem>
#include <string_view>

namespace assay::runners {

/// Throws UsageError where no file can be made at `out`, or where a file there holds something,
/// does not name Assay in its first lines, and does not begin with the first line of `content`.
void require_own_report(const std::filesystem::path& out, std::string_view content);

/// Throws UsageError unless a file can be made at `out`, or an empty, a golden or a result file is
/// there.
void require_own_golden(const std::filesystem::path& out);
void require_own_results(const std::filesystem::path& out);

}  // namespace assay::runners
