// SPDX-License-Identifier: Apache-2.0
// Every element format as native numbers: what a pattern is worth, and which values a format has.
#pragma once

#include <cstdint>

namespace assay::simulator {

long double power(int exponent);  ///< 2^exponent
int binade_of(long double x);     ///< the n of 2^n <= |x| < 2^(n+1); x is finite and not 0

/// Exact value of any element that is converted; long double holds 64-bit integers whole. NaN
/// stands for every NaN.
long double number_of(std::uint32_t element, std::uint64_t bits);

/// The grid of a floating-point format around a value: neighbours in [2^e, 2^(e+1)) are
/// 2^(e + 1 - digits) apart, and nothing is finer than 2^lowest.
struct Grid {
  int digits;
  int lowest;
};
Grid grid_of(std::uint32_t element, int exponent);

long double largest_of(std::uint32_t element);  ///< finite or whole
bool has_infinity(std::uint32_t element);
bool has_nan(std::uint32_t element);
bool is_floating(std::uint32_t element);

/// Pattern of a value that the floating-point format has. Infinity and NaN included; a zero loses
/// its sign where the format has none.
std::uint64_t pattern_of(std::uint32_t element, long double value);

}  // namespace assay::simulator
