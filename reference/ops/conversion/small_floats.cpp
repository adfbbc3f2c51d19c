// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/conversion/small_floats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/numerics/real.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

constexpr std::uint64_t sign_bit = 0x80;
constexpr int word = 64;
constexpr int double_fraction = 52;

struct Fields {
  int exponent_bits;
  int fraction_bits;
  int bias;
};

Fields fields_of(ElementType type) { return type == e4m3 ? Fields{4, 3, 7} : Fields{5, 2, 15}; }

constexpr std::uint64_t low_bits(int count) { return (std::uint64_t{1} << count) - 1; }

double value_of(ElementType type, std::uint64_t bits) {
  return numerics::decode(type, bits).to_double();
}

Acceptable as_float(double value) { return exactly(std::bit_cast<std::uint32_t>(float(value))); }

/// The entry for a code in the table of the headers.
double listed(std::uint64_t code) {
  const std::uint64_t size = code & ~sign_bit;
  if (size < 0x08 || size > 0x1F) return value_of(hif8, code);
  const auto steps = static_cast<double>(size & 0xF);
  const double value = size < 0x10 ? 1 + (steps - 8) / 32 : 2 + steps / 8;
  return (code & sign_bit) != 0 ? -value : value;
}

}  // namespace

bool has_small_float(const Pair& pair) {
  const auto is_small = [](ElementType type) { return is_float(type) && bits_of(type) == 8; };
  return is_small(pair.from) || is_small(pair.to);
}

Acceptable cast_to_fp8(const Pair& pair, std::uint64_t bits) {
  const Fields to = fields_of(pair.to);
  const double value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (value == 0) return exactly(0);
  const auto pattern = std::bit_cast<std::uint64_t>(value);
  constexpr int double_bias = 1023;
  const auto exponent = static_cast<int>(pattern >> double_fraction & low_bits(11));
  std::uint64_t fraction = pattern >> (double_fraction - to.fraction_bits);
  int biased = exponent - double_bias + to.bias;
  if (biased < 0) {
    if (1 - biased >= word) return left_to_target(0);
    fraction = ((fraction & low_bits(to.fraction_bits)) | std::uint64_t{1} << to.fraction_bits) >>
               (1 - biased);
    biased = 0;
  }
  const std::uint64_t magnitude = (static_cast<std::uint64_t>(biased) & low_bits(to.exponent_bits))
                                      << to.fraction_bits |
                                  (fraction & low_bits(to.fraction_bits));
  return exactly(magnitude | (std::signbit(value) ? sign_bit : 0));
}

Acceptable cast_from_fp8(const Pair& pair, std::uint64_t bits) {
  const Fields from = fields_of(pair.from);
  const std::uint64_t exponent = bits >> from.fraction_bits & low_bits(from.exponent_bits);
  const auto fraction = static_cast<double>(bits & low_bits(from.fraction_bits));
  if ((bits & ~sign_bit) == 0) return exactly(0);
  const double whole = exponent == 0 ? 0 : std::ldexp(1.0, from.fraction_bits);
  const int scale = (exponent == 0 ? 1 : static_cast<int>(exponent)) - from.bias;
  const double size = std::ldexp(whole + fraction, scale - from.fraction_bits);
  return as_float((bits & sign_bit) != 0 ? -size : size);
}

Acceptable cast_to_hif8(const Pair& pair, std::uint64_t bits) {
  constexpr std::uint64_t codes = 256, minus_infinity = 0xEF;
  constexpr double largest = 32768;
  const double given = value_of(pair.from, bits);
  if (std::isnan(given) || given == -HUGE_VAL) return exactly(minus_infinity);
  const double value = std::clamp(given, -largest, largest);
  std::uint64_t best = 0;
  for (std::uint64_t code = 0; code < codes; ++code) {
    const double here = listed(code);
    if (!std::isfinite(here)) continue;
    const double nearest = listed(best);
    const double closer = std::fabs(nearest - value) - std::fabs(here - value);
    if (closer > 0 || (closer == 0 && here < nearest)) best = code;
  }
  return exactly(best);
}

Acceptable cast_from_hif8(const Pair&, std::uint64_t bits) {
  const double value = listed(bits);
  return std::isnan(value) ? any_nan(f32) : as_float(value);
}

}  // namespace assay::ops
