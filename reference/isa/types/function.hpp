// SPDX-License-Identifier: Apache-2.0
// The functions of operations and the rounding of results: names only, shared by all
// implementations.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay {

/// Rounding modes by the ISA's names: CAST_RINT, CAST_ROUND, CAST_FLOOR, CAST_CEIL, CAST_TRUNC,
/// CAST_ODD (inexact results take the neighbour with an odd last bit).
enum class RoundMode : std::uint8_t { nearest_even, nearest_away, floor, ceil, toward_zero, odd };

inline constexpr RoundMode every_round_mode[] = {RoundMode::nearest_even, RoundMode::nearest_away,
                                                 RoundMode::floor,        RoundMode::ceil,
                                                 RoundMode::toward_zero,  RoundMode::odd};

std::string_view name_of(RoundMode mode);

/// Functions of one to three real variables, with the special cases of IEEE 754-2019 (sections 5,
/// 6.3 and 9.2). Every NaN argument gives NaN except where the table says otherwise.
enum class Function : std::uint8_t {
  identity,                ///< a; what a conversion rounds
  add,                     ///< a + b; an exact zero of opposite terms is +0, -0 in mode `floor`
  subtract,                ///< a - b
  multiply,                ///< a * b
  divide,                  ///< a / b; x/0 is an infinity with the product of the signs, 0/0 NaN
  fused_multiply_add,      ///< a * b + c, rounded once
  square_root,             ///< -0 gives -0, negative arguments NaN
  reciprocal_square_root,  ///< +0 gives +infinity, -0 gives -infinity (IEEE 754 rSqrt)
  reciprocal,              ///< 1 / a
  exponential,             ///< e^a
  logarithm,               ///< ln a; zeros give -infinity, negative arguments NaN
  power,                   ///< a^b as IEEE 754 pow: pow(x, 0) = pow(1, y) = 1 even for NaN
  truncated_remainder,     ///< a - b*trunc(a/b), exact, sign of a: C's fmod
  floored_remainder,       ///< a - b*floor(a/b), sign of b: Python's %; a zero has the sign of b
  nearest_remainder,       ///< a - b*rint(a/b), exact: IEEE 754 remainder
};

inline constexpr int function_count = 15;

/// Number of arguments, 1 to 3.
int arity(Function function);

/// As written on the command line and in files: "reciprocal_square_root".
std::string_view name_of(Function function);

}  // namespace assay
