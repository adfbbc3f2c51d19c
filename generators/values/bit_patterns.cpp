// SPDX-License-Identifier: Apache-2.0
// Element bit patterns put together from fields.
#include "generators/values/bit_patterns.hpp"

#include <algorithm>

namespace assay::generators {

bool has_fields(const ElementFormat& format) {
  return format.kind == ElementKind::floating && format.type != ElementType::e8m0 &&
         format.type != ElementType::hif8 && format.bits > 4;
}

int fraction_bits(const ElementFormat& format) { return format.precision - 1; }

std::uint64_t fraction_mask(const ElementFormat& format) {
  return (std::uint64_t{1} << fraction_bits(format)) - 1;
}

std::uint64_t exponent_mask(const ElementFormat& format) {
  return (std::uint64_t{1} << format.exponent_bits) - 1;
}

std::uint64_t sign_bit(const ElementFormat& format) {
  return std::uint64_t{1} << (format.bits - 1);
}

std::uint64_t assemble(const ElementFormat& format, bool negative, std::uint64_t exponent,
                       std::uint64_t fraction) {
  return (negative ? sign_bit(format) : 0) |
         ((exponent & exponent_mask(format)) << fraction_bits(format)) |
         (fraction & fraction_mask(format));
}

std::uint64_t top_exponent(const ElementFormat& format) {
  return format.has_infinity ? exponent_mask(format) - 1 : exponent_mask(format);
}

std::uint64_t largest(const ElementFormat& format, bool negative) {
  // Without infinities the pattern of all ones is the NaN.
  const std::uint64_t fraction = fraction_mask(format) - (format.has_infinity ? 0 : 1);
  return assemble(format, negative, top_exponent(format), fraction);
}

std::uint64_t infinite(const ElementFormat& format, bool negative) {
  if (!format.has_infinity) return largest(format, negative);
  return assemble(format, negative, exponent_mask(format), 0);
}

std::uint64_t not_a_number(const ElementFormat& format, bool negative, std::uint64_t payload) {
  if (!format.has_infinity) payload = fraction_mask(format);
  const std::uint64_t fraction = payload & fraction_mask(format);
  return assemble(format, negative, exponent_mask(format), fraction == 0 ? 1 : fraction);
}

std::uint64_t power_of_two(const ElementFormat& format, bool negative, int exponent) {
  const int highest = static_cast<int>(top_exponent(format)) - format.bias;
  const int bounded = std::clamp(exponent, 1 - format.bias, highest);
  const int biased = bounded + format.bias;
  return assemble(format, negative, static_cast<std::uint64_t>(biased), 0);
}

std::uint64_t from_ratio(const ElementFormat& format, bool negative, Ratio ratio, bool upward) {
  if (ratio.numerator == 0) return negative ? sign_bit(format) : 0;
  std::uint64_t rest = ratio.numerator;
  std::uint64_t unit = ratio.denominator;
  int exponent = 0;
  for (; rest >= 2 * unit; ++exponent) unit *= 2;
  for (; rest < unit; --exponent) rest *= 2;
  const int biased = exponent + format.bias;
  if (biased < 1) return negative ? sign_bit(format) : 0;
  if (biased > static_cast<int>(top_exponent(format))) return largest(format, negative);
  rest -= unit;
  std::uint64_t fraction = 0;
  for (int bit = 0; bit < fraction_bits(format); ++bit) {
    rest *= 2;
    fraction *= 2;
    if (rest >= unit) {
      rest -= unit;
      fraction += 1;
    }
  }
  const std::uint64_t bits =
      assemble(format, negative, static_cast<std::uint64_t>(biased), fraction);
  return upward && bits != largest(format, negative) ? bits + 1 : bits;
}

}  // namespace assay::generators
