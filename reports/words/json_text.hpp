// SPDX-License-Identifier: Apache-2.0
// Reading JSON. The library's parser is a template: here it is compiled once, which takes a second
// of each source that calls it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace assay::reports {

/// The value that `text` holds. Throws nlohmann::json::parse_error.
nlohmann::ordered_json parsed_json(std::string_view text);

/// The same; if the text is not JSON, a value whose is_discarded() holds.
nlohmann::ordered_json parsed_or_discarded(std::string_view text);

}  // namespace assay::reports
