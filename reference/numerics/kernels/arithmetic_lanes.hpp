// SPDX-License-Identifier: Apache-2.0
// Sums, products, quotients and roots of doubles with at most 24 significant bits.
#pragma once

#include "reference/numerics/kernels/lanes.hpp"

namespace assay::numerics::kernels {
namespace {

/// a + b rounded to odd: Knuth's error of the sum says whether and on which side the rounded sum is
/// off. An exact zero of opposite terms is +0, -0 in mode `floor`.
template <bool to_floor>
inline double odd_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  const double error = (a - (sum - part)) + (b - part);
  const Mask inexact = less(0, magnitude(error));  // not for NaN, the error of infinities
  const Mask inwards = is_negative(error) ^ is_negative(sum);
  const Word step = inexact & ~bits_of(sum) & 1;
  const Word odd = bits_of(sum) + (step ^ inwards) - inwards;  // - step if inwards
  if (!to_floor) return number(odd);
  const Word zero = (bits_of(a) | bits_of(b)) & sign_bit;
  return number(choose(equal(sum, 0), zero, odd));
}

/// Exact exactly if the last 24 bits are zero; see decision 011.
inline double marked_quotient(double quotient) {
  return marked(quotient, has_bits(bits_of(quotient) & 0xFFFFFF));
}

template <bool to_floor>
void add(const double* __restrict a, const double* __restrict b, const double*, int count,
         double* __restrict y) {
  for (int i = 0; i < count; ++i) y[i] = odd_sum<to_floor>(a[i], b[i]);
}

template <bool to_floor>
void subtract(const double* __restrict a, const double* __restrict b, const double*, int count,
              double* __restrict y) {
  for (int i = 0; i < count; ++i) y[i] = odd_sum<to_floor>(a[i], -b[i]);
}

template <bool to_floor>
void fused_multiply_add(const double* __restrict a, const double* __restrict b,
                        const double* __restrict c, int count, double* __restrict y) {
  for (int i = 0; i < count; ++i) y[i] = odd_sum<to_floor>(a[i] * b[i], c[i]);
}

void identity(const double* __restrict a, const double*, const double*, int count,
              double* __restrict y) {
  for (int i = 0; i < count; ++i) y[i] = a[i];
}

void multiply(const double* __restrict a, const double* __restrict b, const double*, int count,
              double* __restrict y) {
  for (int i = 0; i < count; ++i) y[i] = a[i] * b[i];
}

void divide(const double* __restrict a, const double* __restrict b, const double*, int count,
            double* __restrict y) {
  for (int i = 0; i < count; ++i) y[i] = marked_quotient(a[i] / b[i]);
}

void reciprocal(const double* __restrict a, const double*, const double*, int count,
                double* __restrict y) {
  for (int i = 0; i < count; ++i) y[i] = marked_quotient(1 / a[i]);
}

/// Exact exactly if the last 27 bits are zero; see decision 011.
void square_root(const double* __restrict a, const double*, const double*, int count,
                 double* __restrict y) {
  for (int i = 0; i < count; ++i) {
    const double root = __builtin_sqrt(a[i]);
    y[i] = marked(root, has_bits(bits_of(root) & 0x7FFFFFF));
  }
}

/// A root and a quotient in f32, then one step of Halley's iteration: the divider is the
/// bottleneck, and takes half the time for f32, but a hundred times that for subnormal numbers.
/// Only powers of four have an exact result.
void reciprocal_square_root(const double* __restrict a, const double*, const double*, int count,
                            double* __restrict y) {
  for (int i = 0; i < count; ++i) {
    const Mask subnormal = less(a[i], 0x1p-126);
    const auto normal = static_cast<float>(a[i] * choose(subnormal, 0x1p24, 1.0));
    const auto quotient = static_cast<double>(1.0F / __builtin_sqrtf(normal));
    const double start = quotient * choose(subnormal, 0x1p12, 1.0);
    const double rest = 1 - a[i] * (start * start);
    const double root = start + start * (rest * (0.5 + 0.375 * rest));
    const double result = marked(root, has_bits(bits_of(root) & fraction_bits));
    y[i] = choose(less(0, a[i]) & less(a[i], infinite), result, start);
  }
}

}  // namespace
}  // namespace assay::numerics::kernels
