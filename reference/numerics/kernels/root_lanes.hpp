// SPDX-License-Identifier: Apache-2.0
// Roots of f32 without doubles, as a rounded value and what it lacks of the true one: an exact
// remainder gives that. Decision 011 bounds every step. Arguments are scaled to [1, 4) first:
// subnormal numbers take the processor a hundred times the time of others.
#pragma once

#include "reference/numerics/kernels/single_lanes.hpp"

namespace assay::numerics::kernels::single {
namespace {

/// One result. Where it is not `ordinary` (zero, infinity, NaN) the code says it all.
struct Result {
  Word code;  ///< correctly rounded, if `decided`
  Mask ordinary;
  Mask decided;
  Word exponent;  ///< field of its binade
  float quanta;   ///< the code, in ulp of the true result
  float rest;     ///< the true result less that
};

constexpr Mask always = ~Word{0};

/// a = m * 4^k with m in [1, 4), and k above the fraction.
struct Quarter {
  float m;
  Word k;
};
inline Quarter quarter_of(Word size) {
  const Word word = with_leading_one(size);
  const Word odd = (word & (2 * fraction_bits + 1)) ^ smallest_normal;  // exponent 127 is even
  return {number(odd + one), shifted(word - one, 24) << 23};
}

inline Mask is_positive_number(Word bits) { return below(bits - 1, infinite - 1); }

inline Result square_root(Word a) {
  const auto [m, k] = quarter_of(a & ~sign_bit);
  const float root = __builtin_sqrtf(m);
  const float rest = exact_remainder(m, root, root) * (0.5F / root);
  const Word itself = same(a & ~sign_bit, 0) | same(a, infinite);
  const Mask ordinary = is_positive_number(a);
  const Word code = choose(ordinary, bits_of(root) + k, choose(itself, a, quiet_nan));
  const float scale = 0x1p23F;
  return {code, ordinary, always, code >> 23, root * scale, rest * scale};
}

/// The error of `correction` is below 2^-20.4 ulp of the result. Values next to powers of four are
/// frequent in tests, and one of them has a result just above half-way, by 2^-24.4 ulp.
inline Result reciprocal_square_root(Word a) {
  const auto [m, k] = quarter_of(a & ~sign_bit);
  const float start = 1.0F / __builtin_sqrtf(m);
  const Product square = exact_product(start, start);
  const Product product = exact_product(m, square.high);
  const float lack = ((1.0F - product.high) - product.low) - m * square.low;
  const float correction = start * (0.5F * lack);
  const Mask above_tie = same(bits_of(m), bits_of(0x1.fffffcp1F));
  const float nearest = start + correction;
  const float root = number(choose(above_tie, bits_of(0x1.000002p-1F), bits_of(nearest)));
  const float scale = per_ulp_of(root);
  const float rest = (correction - (root - start)) * scale;
  const Mask decided = less(magnitude(rest), 0.5F - 0x1p-19F) | above_tie;
  const Word pole = choose(same(a & ~sign_bit, 0), a | infinite, quiet_nan);
  const Mask ordinary = is_positive_number(a);
  const Word code = choose(ordinary, bits_of(root) - k, pole & ~same(a, infinite));
  return {code, ordinary, decided, code >> 23, root * scale, rest};
}

/// The distance of a candidate, -1 where only doubles have it: of what is undecided, of numbers to
/// results that are none, of candidates 2^104 times as large as the result.
inline float distance_to(const Result& result, Word got) {
  const Word size = got & ~sign_bit;
  const Word word = with_leading_one(size);
  const Word field = shifted(word, 23) + (127 + precision - 1) - result.exponent;
  const Mask negligible = shifted(field - 1, 31);
  const Mask fits = same(smaller(field, 254), field);
  const Word in_ulp = ((field << 23) | (word & fraction_bits)) & ~negligible;
  const float distance =
      magnitude((number(in_ulp | (got & sign_bit)) - result.quanta) - result.rest);
  const Mask got_nan = below(infinite, size);
  const Mask nan = same(result.code, quiet_nan);
  const Mask open = result.ordinary & ~result.decided;
  const Mask hit = (same(result.code, got) | (got_nan & nan)) & ~result.ordinary;
  const Word minus_one = one | sign_bit;
  const Word other = choose((got_nan ^ nan) & ~open, infinite, minus_one) & ~hit;
  const Mask measured = result.ordinary & result.decided & fits & ~got_nan;
  return number(choose(measured, bits_of(distance), other));
}

}  // namespace
}  // namespace assay::numerics::kernels::single
