// SPDX-License-Identifier: Apache-2.0
// The report's page without the data of a run, as reports/page makes it.
#pragma once

#include <string_view>

namespace assay::reports {

/// HTML, well-formed as XML, that holds "<!--assay:static-->" where the page without scripts goes
/// and "\"assay:data\"" where the data goes, once each; nothing where it was built without npm.
std::string_view page_template();

}  // namespace assay::reports
