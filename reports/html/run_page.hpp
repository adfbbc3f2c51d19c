// SPDX-License-Identifier: Apache-2.0
// A run as a page.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "reference/judge/records/records.hpp"
#include "reports/findings/extras.hpp"

namespace assay::reports {

/// One self-contained HTML page that loads nothing, well-formed as XML. With scripts it filters,
/// sorts and draws; without them it says what the console says. Passing cases are counted, not
/// listed.
std::string as_html(const Records& records, const RunInfo& info, const ReportExtras& extras = {});
/// Written like the JUnit file.
void write_html(const std::filesystem::path& path, const Records& records, const RunInfo& info,
                const ReportExtras& extras = {});

}  // namespace assay::reports
