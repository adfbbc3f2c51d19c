// SPDX-License-Identifier: Apache-2.0
#include "reports/words/json_text.hpp"

#include <nlohmann/json.hpp>

namespace assay::reports {

nlohmann::ordered_json parsed_json(std::string_view text) {
  return nlohmann::ordered_json::parse(text);
}

nlohmann::ordered_json parsed_or_discarded(std::string_view text) {
  return nlohmann::ordered_json::parse(text, nullptr, false);
}

}  // namespace assay::reports
