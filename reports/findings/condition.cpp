// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/condition.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace assay::reports {
namespace {

std::int64_t rest_of(std::int64_t value, std::int64_t modulus) {
  return ((value % modulus) + modulus) % modulus;
}

}  // namespace

bool Condition::holds(const CaseFeatures& features) const {
  if (is_about_words()) {
    const auto found = features.words.find(key);
    return found != features.words.end() && holds_of(found->second);
  }
  const auto found = features.numbers.find(key);
  return found != features.numbers.end() && holds_of(found->second);
}

bool Condition::holds(const PooledFeatures& features) const {
  if (is_about_words()) {
    const std::string* word = features.word(key);
    return word != nullptr && holds_of(*word);
  }
  const std::int64_t* value = features.number(key);
  return value != nullptr && holds_of(*value);
}

bool Condition::holds_of(const std::string& word) const {
  return std::ranges::binary_search(words, word) == (kind == Kind::among);
}

bool Condition::holds_of(std::int64_t value) const {
  switch (kind) {
    case Kind::above:
      return value > number;
    case Kind::at_most:
      return value <= number;
    case Kind::remainder:
      return rest_of(value, modulus) != number;
    default:
      return rest_of(value, modulus) == number;
  }
}

std::string Condition::text() const {
  switch (kind) {
    case Kind::among:
    case Kind::not_among: {
      const bool is = kind == Kind::among;
      if (words.size() == 1 && (words[0] == "yes" || words[0] == "no")) {
        return (words[0] == "yes") == is ? key : fmt::format("not ({})", key);
      }
      if (words.size() == 1) return fmt::format("{} {} {}", key, is ? "=" : "!=", words[0]);
      return fmt::format("{} {} {{{}}}", key, is ? "in" : "not in", fmt::join(words, ", "));
    }
    case Kind::above:
      return fmt::format("{} > {}", key, number);
    case Kind::at_most:
      if (number == 0 && is_size()) return fmt::format("{} = 0", key);
      return fmt::format("{} <= {}", key, number);
    case Kind::remainder:
      return fmt::format("{} % {} != {}", key, modulus, number);
    case Kind::no_remainder:
      break;
  }
  return fmt::format("{} % {} == {}", key, modulus, number);
}

bool Condition::is_size() const {
  static constexpr std::array<std::string_view, 5> sizes{"valid_rows", "valid_cols", "rows", "cols",
                                                         "elements"};
  const std::string_view last = std::string_view(key).substr(key.rfind('.') + 1);
  return std::ranges::find(sizes, last) != sizes.end();
}

std::size_t Sample::failing() const {
  return static_cast<std::size_t>(std::ranges::count(fails, true));
}

}  // namespace assay::reports
