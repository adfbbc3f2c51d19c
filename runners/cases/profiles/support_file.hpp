// SPDX-License-Identifier: Apache-2.0
// Demanded support of a backend: a TOML file that a run writes and later runs must meet.
#pragma once

#include <string>
#include <string_view>

#include "reference/judge/records/record.hpp"

namespace assay::runners {

/// Keys: combinations, each "OP FORM TARGET TYPE,TYPE", and reasons for which other cases may be
/// unsupported. Throws UsageError with file and line, also where no combination is listed or one
/// has no op, form, target or types that a page has.
SupportList parse_support(std::string_view text, const std::string& file);
SupportList load_support(const std::string& file);

/// The file whole or not at all; `origin` says in a comment what it was seen on. Throws
/// std::runtime_error where it cannot be written.
void write_support(const SupportList& list, const std::string& origin, const std::string& file);

}  // namespace assay::runners
