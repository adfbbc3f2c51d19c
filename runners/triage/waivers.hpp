// SPDX-License-Identifier: Apache-2.0
// Waivers as a TOML file: one [[waiver]] table each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/findings/waiver.hpp"

namespace assay::runners {

/// Keys: op or finding, reason, link, owner, expires (a date), and, to narrow the scope, form,
/// dtype, target, rule, verdict. Throws UsageError with file and line, also for a name that no page
/// has.
std::vector<reports::Waiver> parse_waivers(std::string_view text, const std::string& file);

/// None for an empty name.
std::vector<reports::Waiver> load_waivers(const std::string& file);

/// "2026-06-15": the day given, or today's in UTC for an empty one. Throws UsageError for no date.
std::string checked_day(const std::string& given);

}  // namespace assay::runners
