// SPDX-License-Identifier: Apache-2.0
#include "reports/words/seal.hpp"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "reference/support/digest.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t check_digits = 16;
constexpr std::string_view line_key = ",\"line\":";
constexpr std::string_view check_key = ",\"check\":\"";
constexpr std::string_view line_end = "\"}";

std::string check_of(std::string_view text) {
  return support::sha256_of(text).substr(0, check_digits);
}

/// The line up to its checksum, which fits.
std::string_view checked(std::string_view text) {
  const std::size_t seal = check_key.size() + check_digits + line_end.size();
  const std::string_view end = text.size() < seal ? text : text.substr(text.size() - seal);
  if (!end.starts_with(check_key) || !end.ends_with(line_end)) {
    throw Damage(fmt::format("it does not end with a checksum, which lines have since version {}",
                             first_sealed_version));
  }
  const std::string_view body = text.substr(0, text.size() - seal);
  if (check_of(body) != end.substr(check_key.size(), check_digits)) {
    throw Damage("its checksum does not fit");
  }
  return body;
}

}  // namespace

std::string sealed_line(std::string_view object, std::size_t line) {
  const std::string body =
      fmt::format("{}{}{}", object.substr(0, object.rfind('}')), line_key, line);
  return fmt::format("{}{}{}{}", body, check_key, check_of(body), line_end);
}

std::string unsealed_line(std::string_view text, std::size_t line) {
  const std::string_view body = checked(text);
  const std::size_t key = body.rfind(line_key);
  if (key == std::string_view::npos) throw Damage("it has no number");
  const std::string_view digits = body.substr(key + line_key.size());
  std::size_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (number > line) throw Damage(fmt::format("line {} is there, so lines are missing", number));
  if (number < line) throw Damage(fmt::format("line {} is there once more", number));
  return fmt::format("{}}}", body.substr(0, key));
}

Json sealed(Json object) {
  object.erase("check");
  const std::string check = check_of(object.dump());
  object["check"] = check;
  return object;
}

Json unsealed(Json object) {
  const Json check = object.value("check", Json());
  object.erase("check");
  if (!check.is_string()) throw Damage("it has no checksum");
  if (check.get<std::string>() != check_of(object.dump())) {
    throw Damage("its checksum does not fit");
  }
  return object;
}

void require_whole_numbers(const Json& json) {
  if (json.is_number_float()) throw Damage("a number in it is not a whole one");
  if (!json.is_structured()) return;
  for (const Json& item : json) require_whole_numbers(item);
}

}  // namespace assay::reports
