// SPDX-License-Identifier: Apache-2.0
#include "reports/html/columns.hpp"

#include <fmt/format.h>

#include <cmath>

#include "reports/words/json_text.hpp"

namespace assay::reports {

Json json_of_ulp(const std::optional<double>& ulp) {
  if (!ulp) return nullptr;
  if (std::isnan(*ulp)) return "nan";
  if (std::isinf(*ulp)) return "inf";
  return parsed_json(fmt::format("{:.4g}", *ulp));
}

std::string page_text(const Json& json) {
  const std::string plain = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string text;
  text.reserve(plain.size());
  for (const char c : plain) {
    if (c == '<' || c == '>' || c == '&') {
      text += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace assay::reports
