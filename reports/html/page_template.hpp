// SPDX-License-Identifier: Apache-2.0
// The report's page without the data of a run, as reports/page makes it.
#pragma once

#include <string_view>

namespace assay::reports {

/// HTML, well-formed as XML, with "<!--assay:static-->" at the place of the page without scripts
/// and "\"assay:data\"" at that of the data, once each.
std::string_view page_template();

}  // namespace assay::reports
