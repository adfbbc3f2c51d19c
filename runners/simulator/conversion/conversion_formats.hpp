// SPDX-License-Identifier: Apache-2.0
// Every element format as native numbers: what a pattern is worth, and which values a format has.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "runners/simulator/core/formats.hpp"

namespace assay::simulator {

// Powers of two for all exponents of formats: a table is faster than the ldexp of the host.
inline constexpr int most_power = 320;
inline constexpr auto powers = [] {
  constexpr std::size_t middle = most_power;
  std::array<long double, middle * 2 + 1> made{};
  made[middle] = 1;
  for (std::size_t i = 1; i <= middle; ++i) {
    made[middle - i] = made[middle - i + 1] / 2;
    made[middle + i] = made[middle + i - 1] * 2;
  }
  return made;
}();

/// 2^exponent.
inline long double power(int exponent) {
  if (exponent < -most_power || exponent > most_power) return std::ldexp(1.0L, exponent);
  const int place = most_power + exponent;
  return powers[static_cast<std::size_t>(place)];
}

/// The n of 2^n <= |x| < 2^(n+1); x is finite and not 0.
inline int binade_of(long double x) {
  constexpr bool is_x87 =
      std::numeric_limits<long double>::digits == 64 && std::endian::native == std::endian::little;
  if constexpr (!is_x87) return std::ilogb(x);
  constexpr int bias = 16383;
  std::uint16_t sign_and_exponent = 0;
  std::memcpy(&sign_and_exponent, reinterpret_cast<const char*>(&x) + 8, sizeof sign_and_exponent);
  const int field = sign_and_exponent & 0x7FFF;
  return field == 0 ? std::ilogb(x) : field - bias;
}

/// Exact value of any element that is converted; long double holds 64-bit integers whole. NaN
/// represents every NaN.
long double number_of(std::uint32_t element, std::uint64_t bits);

/// The grid of a floating-point format around a value: neighbours in [2^e, 2^(e+1)) are
/// 2^(e + 1 - digits) apart, and nothing is finer than 2^lowest.
struct Grid {
  int digits;
  int lowest;
};
constexpr Grid grid_of(std::uint32_t element, int exponent) {
  switch (element) {
    case ASSAY_F16:
      return {11, -24};
    case ASSAY_BF16:
      return {8, -133};
    case ASSAY_F32:
      return {24, -149};
    case ASSAY_E4M3:
      return {4, -9};
    case ASSAY_E5M2:
      return {3, -16};
    case ASSAY_E2M1:
      return {2, -1};
    case ASSAY_E1M2:
      return {3, -2};
    default:
      break;
  }
  const int size = exponent < 0 ? -exponent : exponent;
  if (exponent < -15) return {1, -22};
  if (size >= 8) return {2, -22};
  return {size >= 4 ? 3 : 4, -22};
}

long double largest_of(std::uint32_t element);  ///< finite or whole
constexpr bool has_infinity(std::uint32_t element) {
  return float_format(element).has_value() || element == ASSAY_E5M2 || element == ASSAY_HIF8;
}
constexpr bool has_nan(std::uint32_t element) {
  return has_infinity(element) || element == ASSAY_E4M3;
}
constexpr bool is_floating(std::uint32_t element) { return !is_integer(element); }

/// Pattern of a value that the floating-point format has. Infinity and NaN included; a zero loses
/// its sign where the format has none.
std::uint64_t pattern_of(std::uint32_t element, long double value);

}  // namespace assay::simulator
