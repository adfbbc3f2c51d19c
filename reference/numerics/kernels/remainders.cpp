// SPDX-License-Identifier: Apache-2.0
// Long division, 40 bits of the quotient at a time.
#include "reference/numerics/kernels/remainders.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace assay::numerics::kernels {
namespace {

using Word = std::uint64_t;

/// A positive double n * 2^exponent, with n of at most 24 bits.
struct Scaled {
  Word n;
  int exponent;
};
Scaled scaled(double size) {
  const Word bits = std::bit_cast<Word>(size);
  const Word n = (bits & ((Word{1} << 52) - 1)) | Word{1} << 52;
  return {n >> 29, static_cast<int>(bits >> 52) - 1023 - 23};
}

/// |a| - |b| * trunc(|a| / |b|), and whether that quotient is odd.
struct Remainder {
  double rest;
  bool odd;
};
Remainder divided(double a, double b) {
  if (a < b) return {a, false};
  const Scaled dividend = scaled(a);
  const Scaled divisor = scaled(b);
  Word rest = dividend.n % divisor.n;
  Word quotient = dividend.n / divisor.n;
  for (int left = dividend.exponent - divisor.exponent; left > 0; left -= 40) {
    const int step = left < 40 ? left : 40;
    quotient = (rest << step) / divisor.n;
    rest = (rest << step) % divisor.n;
  }
  const auto unit = std::bit_cast<double>(static_cast<Word>(divisor.exponent + 1023) << 52);
  return {static_cast<double>(rest) * unit, quotient % 2 != 0};
}

double truncated(double a, double b) {
  if (b == 0 || std::isinf(a) || std::isnan(a) || std::isnan(b)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (std::isinf(b) || a == 0) return a;
  return std::copysign(divided(std::fabs(a), std::fabs(b)).rest, a);
}

/// The last bit of an inexact sum is 1: rounded to odd.
double odd_sum(double a, double b) {
  const double sum = a + b;
  if (std::isinf(sum)) return sum;
  const double part = sum - a;
  const double error = (a - (sum - part)) + (b - part);
  Word bits = std::bit_cast<Word>(sum);
  if (error == 0 || bits % 2 != 0) return sum;
  return std::bit_cast<double>((error < 0) == (sum < 0) ? bits + 1 : bits - 1);
}

double floored(double a, double b) {
  const double rest = truncated(a, b);
  if (rest == 0) return std::copysign(rest, b);
  if (std::isnan(rest) || std::signbit(rest) == std::signbit(b)) return rest;
  return odd_sum(rest, b);
}

double nearest(double a, double b) {
  const double toward_zero = truncated(a, b);
  if (std::isnan(toward_zero) || std::isinf(b) || a == 0) return toward_zero;
  const double size = std::fabs(b);
  const auto [rest, odd] = divided(std::fabs(a), size);
  const bool up = 2 * rest > size || (2 * rest == size && odd);
  const double result = up ? rest - size : rest;  // exact: a multiple of the smaller unit
  return std::copysign(1, a) * (result == 0 ? 0.0 : result);
}

template <double remainder(double, double)>
void loop(const double* a, const double* b, const double*, int count, double* y) {
  for (int i = 0; i < count; ++i) y[i] = remainder(a[i], b[i]);
}

}  // namespace

Evaluate remainder_loop(Function function) {
  if (function == Function::truncated_remainder) return loop<truncated>;
  if (function == Function::floored_remainder) return loop<floored>;
  return function == Function::nearest_remainder ? loop<nearest> : nullptr;
}

}  // namespace assay::numerics::kernels
