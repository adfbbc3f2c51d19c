// SPDX-License-Identifier: Apache-2.0
// Which suites a filter of GoogleTest can select, known before their tests exist.
#pragma once

#include <string_view>

namespace assay::suites {

/// False only where no test of `suite` can match `filter` (GoogleTest's syntax: patterns with `*`
/// and `?` separated by `:`, those after a `-` exclude). Making a page's tests needs its recipes,
/// so pages that are not selected are left out.
bool may_select(std::string_view filter, std::string_view suite);

}  // namespace assay::suites
