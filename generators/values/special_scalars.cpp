// SPDX-License-Identifier: Apache-2.0
// Special values in a row, for what a call has one of.
#include <array>
#include <tuple>

#include "generators/values/bit_patterns.hpp"
#include "generators/values/plans.hpp"

namespace assay::generators {
namespace {

using Values = std::array<std::uint64_t, special_scalars>;

// The plans take every fourth: each gets values of several kinds.
Values of_floats(const ElementFormat& format) {
  return {0,
          largest(format, false),
          infinite(format, false),
          power_of_two(format, false, 0),
          sign_bit(format),
          largest(format, true),
          not_a_number(format, false, 1),
          power_of_two(format, true, 0),
          1,
          assemble(format, false, 1, 0),
          infinite(format, true),
          sign_bit(format) | fraction_mask(format)};
}

Values of_integers(const ElementFormat& format) {
  const std::uint64_t mask = mask_of(format.type);
  const auto width = static_cast<std::uint64_t>(format.bits);
  const bool is_signed = format.kind == ElementKind::signed_integer;
  const std::uint64_t most = is_signed ? mask >> 1 : mask;
  const std::uint64_t least = is_signed ? sign_bit(format) : 0;
  return {0,         most,     width, mask,      1,         least,
          width - 1, most - 1, 2,     least + 1, width + 1, std::uint64_t{1} << (width / 2)};
}

bool becomes_narrower(const ElementFormat& from, const ElementFormat& to) {
  return has_fields(from) && has_fields(to) && from.precision > to.precision;
}

/// 2^exponent, subnormal as well, or the least normal number where there is no such number.
std::uint64_t power(const ElementFormat& format, int exponent) {
  const int above_least = exponent - (1 - format.bias - fraction_bits(format));
  if (exponent >= 1 - format.bias || above_least < 0) return power_of_two(format, false, exponent);
  return std::uint64_t{1} << above_least;
}

using Between = std::array<std::uint64_t, 16>;

// Every other one but the last is an edge of `to`: any four in a row contain one.
Between of_conversion(const ElementFormat& from, const ElementFormat& to) {
  const int least = 1 - to.bias - fraction_bits(to);
  const int highest = static_cast<int>(top_exponent(to)) - to.bias;
  const int fewer = fraction_bits(from) - fraction_bits(to);
  const std::uint64_t half_least = power(from, least - 1);
  const int behind = highest + 1 + from.bias;
  // Halfway between the largest number and the next power of two.
  const std::uint64_t overflow = assemble(from, false, static_cast<std::uint64_t>(behind), 0) -
                                 (std::uint64_t{1} << (fewer - 1));
  const auto shifted_by = [&](int digits) {
    return power(from, least - digits + fraction_bits(from));
  };
  return {0,
          half_least,
          infinite(from, false),
          overflow,
          sign_bit(from),
          half_least + 1,
          not_a_number(from, false, 1),
          shifted_by(64),
          1,
          overflow - 1,
          infinite(from, true),
          shifted_by(32),
          power_of_two(from, true, 0),
          power(from, 0) + (std::uint64_t{1} << (fewer - 1)),
          largest(from, true),
          power_of_two(from, false, 0)};
}

}  // namespace

std::size_t specials_between(const ElementFormat& from, const ElementFormat& to) {
  return becomes_narrower(from, to) ? std::tuple_size_v<Between> : special_scalars;
}

std::uint64_t special_between(const ElementFormat& from, const ElementFormat& to,
                              std::size_t number) {
  return becomes_narrower(from, to) ? of_conversion(from, to).at(number)
                                    : special_scalar(from, number);
}

std::uint64_t special_scalar(const ElementFormat& format, std::size_t number) {
  if (format.kind != ElementKind::floating)
    return of_integers(format).at(number) & mask_of(format.type);
  if (has_fields(format)) return of_floats(format).at(number) & mask_of(format.type);
  return (std::uint64_t{number} * mask_of(format.type) / (special_scalars - 1)) &
         mask_of(format.type);
}

}  // namespace assay::generators
