// SPDX-License-Identifier: Apache-2.0
// Sums as fractions of whole numbers, rounded by comparing with both neighbours: the definition
// that the exact sums are tested against.
#pragma once

#include <boost/multiprecision/gmp.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"

namespace assay::numerics::rationals {

using Rational = boost::multiprecision::mpq_rational;

/// Value of a number by its place in the order of the format. An infinity represents the power of
/// two beyond the largest finite value.
inline Rational value_at(ElementType type, std::int64_t key) {
  const std::uint64_t bits = from_order_key(type, key);
  if (!is_infinite(type, bits)) return Rational(decode(type, bits).to_double());
  const double largest = decode(type, largest_finite(type, false)).to_double();
  const Rational beyond(std::ldexp(1.0, std::ilogb(largest) + 1));
  return is_negative(type, bits) ? Rational(-beyond) : beyond;
}

/// The last number not above `sum`, and not +infinity.
inline std::int64_t key_below(ElementType type, const Rational& sum) {
  std::int64_t low = order_key(type, infinity(type, true));
  std::int64_t high = order_key(type, infinity(type, false));
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (value_at(type, middle) <= sum ? low : high) = middle;
  }
  return low;
}

/// `sum` is not 0.
inline std::uint64_t rounded(ElementType type, const Rational& sum, RoundMode mode) {
  const std::int64_t below = key_below(type, sum);
  const std::uint64_t low = from_order_key(type, below), high = from_order_key(type, below + 1);
  const Rational from_low = sum - value_at(type, below);
  const Rational to_high = value_at(type, below + 1) - sum;
  if (from_low == 0 && !is_infinite(type, low)) return low;
  const bool negative = sum < 0;
  const bool low_is_odd = low % 2 != 0;
  switch (mode) {
    case RoundMode::floor:
      return low;
    case RoundMode::ceil:
      return high;
    case RoundMode::toward_zero:
      return negative ? high : low;
    case RoundMode::odd:
      return low_is_odd ? low : high;
    default:
      break;
  }
  if (from_low != to_high) return from_low < to_high ? low : high;
  if (mode == RoundMode::nearest_away) return negative ? low : high;
  return low_is_odd ? high : low;
}

/// The terms of a sum in IEEE 754: numbers, infinities, NaN and zeros of both signs.
struct Sum {
  Rational total = 0;
  bool nan = false, plus_infinity = false, minus_infinity = false;
  bool only_plus_zeros = true, only_minus_zeros = true;

  void add(double a, double b = 1) {
    const double term = a * b;  // only for what is not a number, and for the sign
    only_plus_zeros &= term == 0 && !std::signbit(term);
    only_minus_zeros &= term == 0 && std::signbit(term);
    if (!std::isfinite(term)) {
      nan |= std::isnan(term);
      plus_infinity |= term > 0;
      minus_infinity |= term < 0;
      return;
    }
    total += Rational(a) * Rational(b);
  }

  std::uint64_t round(ElementType type, RoundMode mode) const {
    if (nan || (plus_infinity && minus_infinity)) return quiet_nan(type);
    if (plus_infinity || minus_infinity) return infinity(type, minus_infinity);
    if (total != 0) return rounded(type, total, mode);
    const bool minus = !only_plus_zeros && (only_minus_zeros || mode == RoundMode::floor);
    return encode(type, Real(minus ? -0.0 : 0.0), mode);
  }
};

inline Sum sum_of(const std::vector<double>& terms) {
  Sum sum;
  for (const double term : terms) sum.add(term);
  return sum;
}

inline Sum dot_of(const std::vector<double>& a, const std::vector<double>& b) {
  Sum sum;
  for (std::size_t i = 0; i < a.size(); ++i) sum.add(a[i], b[i]);
  return sum;
}

}  // namespace assay::numerics::rationals
