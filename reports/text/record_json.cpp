// SPDX-License-Identifier: Apache-2.0
// Records as lines of JSON, by the lists of their fields.
#include "reports/text/record_json.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "reference/judge/records/record_fields.hpp"
#include "reports/words/json_text.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

// A combination of readings has meaning with the choices of its owner alone.
using Combinations = Field<AllowedReadings, std::vector<std::vector<std::uint8_t>>>;

/// JSON has no infinity and no NaN.
Json number_json(double value) {
  if (std::isfinite(value)) return value;
  if (std::isnan(value)) return "nan";
  return value > 0 ? "inf" : "-inf";
}

double double_from(const Json& json) {
  if (json.is_number()) return json.get<double>();
  const auto text = json.get<std::string>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  throw std::runtime_error(fmt::format("'{}' is no number", text));
}

/// A whole number that a Whole can be: what a larger one, or a float, becomes is undefined.
template <std::integral Whole>
Whole whole_from(const Json& json) {
  const bool fits = json.is_number_unsigned() ? std::in_range<Whole>(json.get<std::uint64_t>())
                                              : json.is_number_integer() &&
                                                    std::in_range<Whole>(json.get<std::int64_t>());
  if (!fits) throw std::runtime_error("a number is not a whole one, or too large");
  return json.get<Whole>();
}

std::string hex_of(std::uint64_t bits) { return fmt::format("0x{:x}", bits); }

std::uint64_t bits_from(const std::string& text) {
  std::uint64_t bits = 0;
  const char* end = text.data() + text.size();
  if (text.starts_with("0x")) {
    const auto [stop, error] = std::from_chars(text.data() + 2, end, bits, 16);
    if (error == std::errc() && stop == end) return bits;
  }
  throw std::runtime_error(fmt::format("'{}' is no hexadecimal pattern", text));
}

template <typename T>
T known(std::optional<T> value, const std::string& text) {
  if (!value) throw std::runtime_error(fmt::format("'{}' is not a name this version knows", text));
  return *value;
}

std::string_view name_of(Choice choice) { return text_of(choice).name; }

template <typename Enum>
std::optional<Enum> named(std::string_view text) {
  for (std::size_t i = 0; i <= static_cast<std::size_t>(last_of<Enum>); ++i) {
    if (name_of(static_cast<Enum>(i)) == text) return static_cast<Enum>(i);
  }
  return std::nullopt;
}
template <>
std::optional<ElementType> named(std::string_view text) {
  return element_named(text);
}
template <>
std::optional<Choice> named(std::string_view text) {
  return choice_named(text);
}

template <typename Value>
Json json_of(const Value& value);

template <typename Owner, typename Member>
Json json_of(const Owner& owner, const Field<Owner, Member>& field) {
  const Member& value = owner.*field.member;
  if constexpr (std::same_as<Member, std::uint64_t>) {
    if (field.spelling == Spelling::bits) return hex_of(value);
  }
  if constexpr (std::same_as<Member, std::optional<std::uint64_t>>) {
    return value ? Json(hex_of(*value)) : Json();
  }
  return json_of(value);
}

template <typename Owner>
Json json_of(const Owner& owner, const FieldPair<Owner>& field) {
  return Json::array({owner.*field.first, owner.*field.second});
}

Json json_of(const AllowedReadings& seen, const Combinations& field) {
  Json allowed = Json::array();
  for (const std::vector<std::uint8_t>& one : seen.*field.member) {
    Json names = Json::array();
    for (std::size_t k = 0; k < one.size(); ++k) {
      names.push_back(text_of(seen.choices[k]).readings[one[k]].name);
    }
    allowed.push_back(std::move(names));
  }
  return allowed;
}

/// As in a new object.
template <typename Value>
bool is_unset(const Value& value) {
  if constexpr (is_optional<Value>) {
    return !value.has_value();
  } else if constexpr (is_vector<Value>) {
    return value.empty();
  } else if constexpr (std::equality_comparable<Value>) {
    return value == Value();
  } else {
    return false;
  }
}

template <typename Owner, typename Member>
bool is_left_out(const Owner& owner, const Field<Owner, Member>& field) {
  return field.presence == Presence::if_set && is_unset(owner.*field.member);
}
template <typename Owner>
bool is_left_out(const Owner& /*owner*/, const FieldPair<Owner>& /*field*/) {
  return false;
}

template <typename Value>
Json json_of(const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    return name_of(value);
  } else if constexpr (std::floating_point<Value>) {
    return number_json(value);
  } else if constexpr (std::integral<Value> || std::same_as<Value, std::string>) {
    return value;
  } else if constexpr (is_optional<Value>) {
    return value ? json_of(*value) : Json();
  } else if constexpr (is_vector<Value>) {
    Json json = Json::array();
    for (const auto& one : value) json.push_back(json_of(one));
    return json;
  } else if constexpr (is_row<Value>) {
    Json json = Json::array();
    each_field<Value>([&](const auto& field) { json.push_back(json_of(value, field)); });
    return json;
  } else {
    Json json = Json::object();
    each_field<Value>([&](const auto& field) {
      if (!is_left_out(value, field)) json[std::string(field.name)] = json_of(value, field);
    });
    return json;
  }
}

template <typename Value>
void read(const Json& json, Value& value);

template <typename Owner, typename Member>
void read(const Json& json, Owner& owner, const Field<Owner, Member>& field) {
  Member& value = owner.*field.member;
  if constexpr (is_row<Owner> && is_optional<Member>) {
    if (json.is_null()) return;
  }
  if constexpr (std::same_as<Member, std::uint64_t>) {
    if (field.spelling == Spelling::bits) {
      value = bits_from(json);
      return;
    }
  }
  if constexpr (std::same_as<Member, std::string>) {
    if (field.spelling == Spelling::verbatim) {
      json.get_to(value);
      return;
    }
  }
  if constexpr (std::same_as<Member, std::optional<std::uint64_t>>) {
    value = bits_from(json);
  } else {
    read(json, value);
  }
}

template <typename Owner>
void read(const Json& json, Owner& owner, const FieldPair<Owner>& field) {
  read(json.at(0), owner.*field.first);
  read(json.at(1), owner.*field.second);
}

void read(const Json& json, AllowedReadings& seen, const Combinations& field) {
  for (const Json& names : json) {
    if (names.size() != seen.choices.size()) {
      throw std::runtime_error("a combination of readings has not one for each choice");
    }
    std::vector<std::uint8_t>& one = (seen.*field.member).emplace_back();
    for (std::size_t k = 0; k < seen.choices.size(); ++k) {
      const auto name = names[k].get<std::string>();
      one.push_back(known(reading_named(seen.choices[k], name), name));
    }
  }
}

template <typename Owner, typename Member>
bool may_be_missing(const Field<Owner, Member>& field) {
  return field.presence != Presence::always;
}
template <typename Owner>
bool may_be_missing(const FieldPair<Owner>& /*field*/) {
  return false;
}

template <typename Value>
void read(const Json& json, Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    const auto text = json.get<std::string>();
    value = known(named<Value>(text), text);
  } else if constexpr (std::floating_point<Value>) {
    value = double_from(json);
  } else if constexpr (std::integral<Value>) {
    value = whole_from<Value>(json);
  } else if constexpr (std::same_as<Value, std::string>) {
    // Of what a backend or another program wrote, as a terminal can take it.
    value = printable(json.get<std::string>());
  } else if constexpr (is_optional<Value>) {
    read(json, value.emplace());
  } else if constexpr (is_vector<Value>) {
    for (const Json& one : json) read(one, value.emplace_back());
  } else if constexpr (is_row<Value>) {
    std::size_t place = 0;
    each_field<Value>([&](const auto& field) { read(json.at(place++), value, field); });
  } else {
    each_field<Value>([&](const auto& field) {
      const std::string key(field.name);
      if (may_be_missing(field) && !json.contains(key)) return;
      read(json.at(key), value, field);
    });
  }
}

CaseRecord record_from(const Json& json) {
  CaseRecord record;
  read(json, record);
  if (!json.contains("failed_executions") && is_failure(record.verdict.kind)) {
    record.failed_executions = record.executions;
  }
  return record;
}

}  // namespace

std::string to_json_line(const CaseRecord& record) {
  if (record.distant) {
    CaseRecord near = record;
    auto [tiles, text] = wrong_parts_of(record);
    near.tiles = std::move(tiles);
    near.text = std::move(text);
    near.distant = nullptr;
    return to_json_line(near);
  }
  // A reason may quote bytes of a dying backend that are no UTF-8.
  return json_of(record).dump(-1, ' ', false, Json::error_handler_t::replace);
}

CaseRecord from_json_line(const std::string& line) {
  try {
    return record_from(parsed_json(line));
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("cannot read a record: {}", json_reason(error.what())));
  }
}

}  // namespace assay::reports
