// SPDX-License-Identifier: Apache-2.0
// Remainders by long division of integers, 62 bits of the quotient at a time.
#include <algorithm>

#include "reference/second_oracle/algebraic.hpp"

namespace assay::second_oracle {
namespace {

/// |a| = quotient * |b| + rest * 2^exponent with 0 <= rest * 2^exponent < |b|.
struct Division {
  u128 rest;
  u128 divisor;  ///< |b| in the same units
  std::int64_t exponent;
  bool odd;  ///< the quotient
};

/// |a| < |b| / 4, or the exact division.
bool far_below(const Number& a, const Number& b) { return a.exponent + 2 < b.exponent; }

Division divide(const Number& a, const Number& b) {
  // b without its trailing zeros: then either a has the larger unit, or b a short way to it.
  const int zeros = std::countr_zero(b.significand);
  const u64 m = b.significand >> zeros;
  std::int64_t above = a.exponent - (b.exponent + zeros);
  if (above < 0) {
    const u128 divisor = u128{m} << -above;
    const u128 n = a.significand;
    return {n % divisor, divisor, a.exponent, n / divisor % 2 != 0};
  }
  const u128 twice = u128{m} * 2;  // one bit more: the parity of the quotient
  u128 rest = a.significand % twice;
  for (; above > 0; above -= std::min<std::int64_t>(above, 62)) {
    rest = (rest << std::min<std::int64_t>(above, 62)) % twice;
  }
  return {rest % m, m, b.exponent + zeros, rest >= m};
}

Value signed_rest(bool negative, u128 rest, std::int64_t exponent) {
  return rest == 0 ? zero(negative) : finite(negative, rest, exponent);
}

/// The remainder that has the sign of b.
Value floored(const Number& a, const Number& b) {
  if (a.negative == b.negative) {
    if (far_below(a, b)) return value_of(a);
    const Division division = divide(a, b);
    return signed_rest(b.negative, division.rest, division.exponent);
  }
  if (far_below(a, b)) return sum(term(a), term(b));
  const Division division = divide(a, b);
  if (division.rest == 0) return zero(b.negative);
  return finite(b.negative, division.divisor - division.rest, division.exponent);
}

}  // namespace

Value remainder(const Number& a, const Number& b, Quotient quotient) {
  if (quotient == Quotient::floored) return floored(a, b);
  if (far_below(a, b)) return value_of(a);
  const Division division = divide(a, b);
  const u128 twice = division.rest * 2;
  const bool next = quotient == Quotient::nearest &&
                    (twice > division.divisor || (twice == division.divisor && division.odd));
  if (!next) return signed_rest(a.negative, division.rest, division.exponent);
  return finite(!a.negative, division.divisor - division.rest, division.exponent);
}

}  // namespace assay::second_oracle
