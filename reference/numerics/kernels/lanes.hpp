// SPDX-License-Identifier: Apache-2.0
// Words shared by the loops that are compiled once for each instruction set.
//
// Everything in the *_lanes.hpp headers is in an unnamed namespace and calls nothing inline from
// elsewhere, not even from the standard library: the linker keeps one copy of an inline function,
// and it must not be one with instructions that the machine lacks. The loops are plain, without
// branches, for the compiler to vectorise. Fused operations do not occur: they would give other
// bits where they are missing.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::numerics::kernels {
namespace {

using Word = std::uint64_t;

constexpr Word sign_bit = Word{1} << 63;
constexpr Word exponent_bits = Word{0x7FF} << 52;
constexpr Word fraction_bits = (Word{1} << 52) - 1;
constexpr double infinite = __builtin_inf();
constexpr double largest_double = 0x1.fffffffffffffp1023;
constexpr double not_a_number = __builtin_nan("");

/// Adding it rounds a double below 2^51 to an integer, to nearest even.
constexpr double to_integer = 0x1.8p52;

inline Word bits_of(double x) { return __builtin_bit_cast(Word, x); }
inline double number(Word x) { return __builtin_bit_cast(double, x); }
inline double magnitude(double x) { return number(bits_of(x) & ~sign_bit); }
inline double with_sign_of(double magnitude, double x) {
  return number(bits_of(magnitude) | (bits_of(x) & sign_bit));
}

/// Power of two at or below |x|; 0 for zeros and subnormals of double.
inline double power_of_two_of(double x) { return number(bits_of(x) & exponent_bits); }

/// Conditions are words, all ones or zero: where branches depend on them, g++ makes two copies of
/// what follows, or does not vectorise the loop at all.
using Mask = Word;
constexpr Mask all = ~Word{0};
constexpr Mask none = 0;
inline Mask less(double a, double b) { return a < b ? ~Word{0} : Word{0}; }
inline Mask equal(double a, double b) { return a == b ? ~Word{0} : Word{0}; }
inline Mask is_nan(double x) { return x == x ? Word{0} : ~Word{0}; }
inline Mask is_negative(double x) { return 0 - (bits_of(x) >> 63); }
inline Mask less_word(Word a, Word b) { return 0 - ((a - b) >> 63); }  // below 2^63
inline Mask has_bits(Word x) { return x != 0 ? ~Word{0} : Word{0}; }
inline Mask is_finite_and_not_zero(double x) {
  return less(0, magnitude(x)) & less(magnitude(x), infinite);
}

inline Word choose(Mask condition, Word yes, Word no) {
  return (yes & condition) | (no & ~condition);
}
inline double choose(Mask condition, double yes, double no) { return condition != 0 ? yes : no; }

inline double smaller(double a, double b) { return choose(less(a, b), a, b); }  // b if one is NaN
inline double larger(double a, double b) { return choose(less(b, a), a, b); }

/// `x` with its last bit set if it is inexact.
inline double marked(double x, Mask inexact) { return number(bits_of(x) | (inexact & 1)); }
inline Mask is_marked(double x) { return 0 - (bits_of(x) & 1); }

/// Elements of packed storage, at any address.
template <typename Element>
struct Packed {
  using Type [[gnu::aligned(1), gnu::may_alias]] = Element;
};

}  // namespace
}  // namespace assay::numerics::kernels
