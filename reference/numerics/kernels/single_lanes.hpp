// SPDX-License-Identifier: Apache-2.0
// The words of lanes.hpp for f32, twice as many at a time as doubles, and what is exact there.
#pragma once

#include "reference/numerics/kernels/lanes.hpp"

namespace assay::numerics::kernels::single {
namespace {

using Word = std::uint32_t;
using Mask = Word;

constexpr Word sign_bit = 0x80000000;
constexpr Word fraction_bits = 0x7FFFFF;
constexpr Word smallest_normal = 0x800000;
constexpr Word one = 0x3F800000;
constexpr Word infinite = 0x7F800000;
constexpr Word quiet_nan = 0x7FC00000;
constexpr int precision = 24;

inline Word bits_of(float x) { return __builtin_bit_cast(Word, x); }
inline float number(Word x) { return __builtin_bit_cast(float, x); }
inline float magnitude(float x) { return number(bits_of(x) & ~sign_bit); }

inline Mask less(float a, float b) { return a < b ? ~Word{0} : Word{0}; }
inline Mask equal(float a, float b) { return a == b ? ~Word{0} : Word{0}; }
inline Mask below(Word a, Word b) { return a < b ? ~Word{0} : Word{0}; }
inline Mask same(Word a, Word b) { return a == b ? ~Word{0} : Word{0}; }
inline Word choose(Mask condition, Word yes, Word no) { return no ^ ((yes ^ no) & condition); }
inline Word smaller(Word a, Word b) {  // as signed numbers
  return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b) ? a : b;
}
inline Word shifted(Word x, int bits) {  // with copies of the sign
  return static_cast<Word>(static_cast<std::int32_t>(x) >> bits);
}

/// The magnitude of a number, with a leading one also where that takes an exponent below 1: the
/// field of the exponent, signed, over the fraction. 0 is 2^-276.
inline Word with_leading_one(Word size) {
  const float quanta = static_cast<float>(static_cast<std::int32_t>(size));
  return choose(below(size, smallest_normal), bits_of(quanta) - (149 << 23), size);
}

/// A power of two in units of the last bit of x.
inline float per_ulp_of(float x) {
  constexpr Word of_one = ((127 + precision - 1) << 23) + one;
  return number(of_one - (bits_of(x) & infinite));
}

/// a * b and a - b * c, exactly, where f32 holds the result. Processors without the fused operation
/// get the same bits in doubles.
struct Product {
  float high;
  float low;
};
#ifdef __FMA__
inline Product exact_product(float a, float b) {
  const float high = a * b;
  return {high, __builtin_fmaf(a, b, -high)};
}
inline float exact_remainder(float a, float b, float c) { return __builtin_fmaf(-b, c, a); }
#else
inline double wide(float x) { return static_cast<double>(x); }
inline Product exact_product(float a, float b) {
  const float high = a * b;
  return {high, static_cast<float>(wide(a) * wide(b) - wide(high))};
}
inline float exact_remainder(float a, float b, float c) {
  return static_cast<float>(wide(a) - wide(b) * wide(c));
}
#endif

}  // namespace
}  // namespace assay::numerics::kernels::single
