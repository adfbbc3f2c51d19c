// SPDX-License-Identifier: Apache-2.0
// The parts of every view of the page: the template, a text, the data.
#pragma once

#include <string>
#include <string_view>

namespace assay::reports {

/// The template with the text, for a reader without scripts, and the data, which a script element
/// of HTML and XML can hold.
std::string page_of(std::string_view page_template, std::string_view text, std::string_view data);

}  // namespace assay::reports
