// SPDX-License-Identifier: Apache-2.0
// Exponential and logarithm by Taylor series, of doubles with at most 24 significant bits. No table
// and no library: the same bits everywhere. Decision 011 bounds every step.
#pragma once

#include "reference/numerics/kernels/lanes.hpp"

namespace assay::numerics::kernels {
namespace {

constexpr double log2_of_e = 0x1.71547652b82fep+0;
/// ln 2 in two parts: 40 bits, so that its multiples are exact, and the rest.
constexpr double ln2_high = 0x1.62e42fefa2p-1;
constexpr double ln2_low = 0x1.9ef35793c7673p-41;

/// Results nearer to 1 than this are put at this distance: no format distinguishes them.
constexpr double tiny = 0x1p-44;

/// c[0] + c[1] x + c[2] x^2 + ..., in pairs of pairs (Estrin): Horner's chain would be too long.
template <int count>
inline double polynomial(double x, const double (&c)[count]) {
  if constexpr (count == 1) {
    return c[0];
  } else {
    double pairs[(count + 1) / 2];
    for (int n = 0; n < count / 2; ++n) pairs[n] = c[2 * n] + x * c[2 * n + 1];
    if constexpr (count % 2 != 0) pairs[count / 2] = c[count - 1];
    return polynomial(x * x, pairs);
  }
}

/// 1/2!, 1/3!, ..., 1/13!
constexpr double inverse_factorials[] = {
    1.0 / 2,     1.0 / 6,      1.0 / 24,      1.0 / 120,      1.0 / 720,       1.0 / 5040,
    1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800,
};

/// The same to 1/11!, for powers: what is left out is 2^-47.2 at 0.3466.
constexpr double fewer_inverse_factorials[] = {
    1.0 / 2,    1.0 / 6,     1.0 / 24,     1.0 / 120,     1.0 / 720,
    1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800,
};

/// e^x for |x| at most 0.347. Right of 1 for positive and left of it for negative x.
template <int count>
inline double small_exponential(double x, const double (&coefficients)[count]) {
  return 1 + (x + x * x * polynomial(x, coefficients));
}

/// |x| but at least `tiny`, with the sign of x.
inline double not_tiny(double x) {
  const double size = magnitude(x);
  return with_sign_of(larger(size, tiny), x);
}

/// 2^k of an integer k in [-1000, 1000], given k + to_integer.
inline double power_of_two(double shifted) {
  return number((bits_of(shifted) << 52) + bits_of(1.0));
}

void exponential(const double* __restrict a, const double*, const double*, int count,
                 double* __restrict y) {
  constexpr double far = 693;  // e^693 is about 2^1000, beyond every element format
  for (int i = 0; i < count; ++i) {
    const double x = not_tiny(larger(smaller(a[i], far), -far));
    const double shifted = x * log2_of_e + to_integer;
    const double k = shifted - to_integer;
    const double rest = (x - k * ln2_high) - k * ln2_low;
    const double result =
        marked(small_exponential(rest, inverse_factorials) * power_of_two(shifted), all);
    const Mask is_zero = equal(a[i], 0);
    const Mask to_zero = equal(a[i], -infinite);
    const double special = choose(is_zero, 1.0, choose(to_zero, 0.0, a[i]));
    y[i] = choose(is_finite_and_not_zero(a[i]), result, special);
  }
}

/// x = m * 2^e with m in [sqrt(1/2), sqrt(2)), for positive normal doubles.
struct Split {
  double m;
  double e;
};
inline Split split(double x) {
  constexpr Word lowest = 0x3FE6A09E00000000;  // of m, a little below sqrt(1/2)
  const Word moved = bits_of(x) + (bits_of(1.0) - lowest);
  const double biased = number(moved >> 52 | bits_of(0x1p52));
  return {number((moved & fraction_bits) + lowest), biased - (0x1p52 + 1023)};
}

/// 2/3, 2/5, ..., 2/21: with s = (m - 1) / (m + 1), ln m = 2s + s * s^2 * (2/3 + 2/5 s^2 + ...).
constexpr double inverse_odds[] = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11,
                                   2.0 / 13, 2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21};

void logarithm(const double* __restrict a, const double*, const double*, int count,
               double* __restrict y) {
  for (int i = 0; i < count; ++i) {
    const auto [m, e] = split(a[i]);
    const double s = (m - 1) / (m + 1);
    const double z = s * s;
    const double series = s * (z * polynomial(z, inverse_odds));
    const double result = e * ln2_high + (2 * s + (series + e * ln2_low));
    // Infinity and NaN stay.
    const double pole = choose(equal(a[i], 0), -infinite, a[i]);
    const double special = choose(less(a[i], 0), not_a_number, pole);
    const Mask ordinary = less(0, a[i]) & less(a[i], infinite);
    y[i] = choose(ordinary, marked(result, ~equal(a[i], 1)), special);
  }
}

}  // namespace
}  // namespace assay::numerics::kernels
