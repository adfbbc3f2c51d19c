// SPDX-License-Identifier: Apache-2.0
// The parts of the JSON of records. Readers throw std::runtime_error on unknown parts.
#pragma once

#include <concepts>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>

#include "reference/judge/records/record.hpp"

namespace assay::reports {

/// A number, or "inf", "-inf", "nan", which JSON does not have.
nlohmann::ordered_json number_json(double value);
double double_from(const nlohmann::ordered_json& json);

/// A whole number that a Whole can be: what a larger one, or a float, becomes is undefined.
template <std::integral Whole>
Whole whole_from(const nlohmann::ordered_json& json) {
  const bool fits = json.is_number_unsigned() ? std::in_range<Whole>(json.get<std::uint64_t>())
                                              : json.is_number_integer() &&
                                                    std::in_range<Whole>(json.get<std::int64_t>());
  if (!fits) throw std::runtime_error("a number is not a whole one, or too large");
  return json.get<Whole>();
}

std::string hex_of(std::uint64_t bits);  ///< "0x3c00"
std::uint64_t bits_from(const std::string& text);

Accept accept_from(const std::string& text);
ElementType element_from_name(const std::string& text);

nlohmann::ordered_json tile_json(const WrongTile& tile);
WrongTile tile_from(const nlohmann::ordered_json& json);

}  // namespace assay::reports
