// SPDX-License-Identifier: Apache-2.0
// Powers a^b = 2^(b log2 a), of doubles with at most 24 significant bits. The logarithm is carried
// in two parts, since its error is multiplied by up to 1000. Decision 011 bounds every step.
#pragma once

#include "reference/numerics/kernels/exponential_lanes.hpp"
#include "reference/numerics/kernels/kernels.hpp"

namespace assay::numerics::kernels {
namespace {

/// 2 / ln 2 in 26 bits, and the rest.
constexpr double two_over_ln2_high = 0x1.715476p+1;
constexpr double two_over_ln2_low = 0x1.4ae0bf85ddf44p-25;
constexpr double two_over_ln2 = 0x1.71547652b82fep+1;
constexpr double ln2 = 0x1.62e42fefa39efp-1;

/// two_over_ln2 / 3, / 5, ..., / 21
constexpr double log2_coefficients[] = {
    0x1.ec709dc3a03fdp-1, 0x1.2776c50ef9bfep-1, 0x1.a61762a7aded9p-2, 0x1.484b13d7c02a9p-2,
    0x1.0c9a84994022dp-2, 0x1.c68f568d31760p-3, 0x1.89f3b1694cffep-3, 0x1.5b9ac9b743f0dp-3,
    0x1.3703c1f4d0ffep-3, 0x1.1964ec6fc9491p-3};

inline double without_last(double x, int bits) {
  return number(bits_of(x) & ~((Word{1} << bits) - 1));
}

/// log2 of m in [sqrt(1/2), sqrt(2)] with at most 24 bits: 29 bits and the rest.
struct Log2 {
  double high;
  double low;
};
inline Log2 log2_of(double m) {
  const double f = m - 1;
  const double g = m + 1;
  const double inverse = 1 / g;
  const double s = f * inverse;
  const double s_high = without_last(s, 27);
  const double s_low = (f - s_high * g) * inverse;
  const double z = s * s;
  const double product = s_high * two_over_ln2_high;
  const double high = without_last(product, 24);
  const double low = s_high * two_over_ln2_low +
                     (s_low * two_over_ln2 + s * (z * polynomial(z, log2_coefficients)));
  return {high, (product - high) + low};
}

/// x^y for finite positive x and finite nonzero y, where log2(x) = e + high + low. Marked unless it
/// is a power of two of a power of two, or 1.
inline double positive_power(double e, double high, double low, double y) {
  constexpr double far = 1000.25;
  const double whole = y * e + y * (high + low);
  const Mask is_near = less(magnitude(whole), far);
  const double from_e = choose(is_near, y * e, with_sign_of(far, whole));
  const double from_high = choose(is_near, y * high, 0.0);
  const double from_low = choose(is_near, y * low, 0.0);
  const double shifted = (from_e + (from_high + from_low)) + to_integer;
  const double k = shifted - to_integer;
  const double rest = ((from_e - k) + from_high) + from_low;
  const double scaled = rest * ln2;
  const double exponent = choose(equal(k, 0), not_tiny(scaled), scaled);
  const Mask exact = equal(high, 0) & equal(rest, 0);
  const double inexact = marked(small_exponential(exponent, fewer_inverse_factorials), all);
  const double core = choose(exact, 1.0, inexact);
  return core * power_of_two(shifted);
}

struct Parity {
  Mask integer;
  Mask odd;
};
/// Of |y| with at most 24 bits.
inline Parity parity_of(double size) {
  const double small = smaller(size, 0x1p40);
  const double half = 0.5 * small;
  const Mask integer = equal((small + 0x1p52) - 0x1p52, small);
  return {integer, integer & ~equal((half + 0x1p52) - 0x1p52, half)};
}

/// The special cases of IEEE 754 pow, section 9.2.1, over `core` = |x|^y of ordinary x and y.
inline double with_special_cases(double x, double y, double core) {
  const double size = magnitude(x);
  const double y_size = magnitude(y);
  const auto [integer, odd] = parity_of(y_size);
  const Mask ordinary = is_finite_and_not_zero(x);
  const Mask y_infinite = equal(y_size, infinite);
  const Mask grows = choose(less(1, size), less(0, y), less(y, 0));
  const double limit = choose(equal(size, 1), 1.0, choose(grows, infinite, 0.0));
  const double value = choose(ordinary & ~y_infinite, core, limit);
  const double with_sign = number(bits_of(value) | (odd & bits_of(x) & sign_bit));
  const Mask invalid = (less(x, 0) & ordinary & ~integer & ~y_infinite) | is_nan(x) | is_nan(y);
  const double result = choose(invalid, not_a_number, with_sign);
  return choose(equal(y, 0) | equal(x, 1), 1.0, result);
}

/// The same where x and y are numbers other than zero.
inline double with_sign_of_base(double x, double y, double core) {
  const auto [integer, odd] = parity_of(magnitude(y));
  const double with_sign = number(bits_of(core) | (odd & bits_of(x) & sign_bit));
  return choose(less(x, 0) & ~integer, not_a_number, with_sign);
}

inline bool all_ordinary(const double* x, int count) {
  Mask special = none;
  for (int i = 0; i < count; ++i) special |= ~is_finite_and_not_zero(x[i]);
  return special == none;
}

/// Three loops: the processor overlaps the long chains of a few elements only if they are short.
void power(const double* __restrict a, const double* __restrict b, const double*, int count,
           double* __restrict y) {
  alignas(64) double exponents[block];
  alignas(64) double high[block];
  alignas(64) double low[block];
  for (int i = 0; i < count; ++i) {
    const Split parts = split(magnitude(a[i]));
    const Log2 logarithm_of_m = log2_of(parts.m);
    exponents[i] = parts.e;
    high[i] = logarithm_of_m.high;
    low[i] = logarithm_of_m.low;
  }
  for (int i = 0; i < count; ++i) y[i] = positive_power(exponents[i], high[i], low[i], b[i]);
  if (all_ordinary(a, count) && all_ordinary(b, count)) {
    for (int i = 0; i < count; ++i) y[i] = with_sign_of_base(a[i], b[i], y[i]);
  } else {
    for (int i = 0; i < count; ++i) y[i] = with_special_cases(a[i], b[i], y[i]);
  }
}

}  // namespace
}  // namespace assay::numerics::kernels
