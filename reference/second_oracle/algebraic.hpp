// SPDX-License-Identifier: Apache-2.0
// Functions whose results integers can hold or bracket exactly. All arguments are finite (and so
// not zero); roots are of positive numbers.
#pragma once

#include "reference/second_oracle/number.hpp"

namespace assay::second_oracle {

/// An exact term: significand * 2^exponent, the top bit of the significand set.
struct Term {
  bool negative;
  u128 significand;
  std::int64_t exponent;
};

inline Term term(const Number& number) {
  return {number.negative, u128{number.significand} << 64, number.exponent - 64};
}
Term product(const Number& a, const Number& b);

Value sum(const Term& a, const Term& b);
Value quotient(const Number& a, const Number& b);
Value square_root(const Number& a);
Value reciprocal_square_root(const Number& a);

/// A remainder of division: a - b*q for the integer q next to a/b.
enum class Quotient { truncated, floored, nearest };
Value remainder(const Number& a, const Number& b, Quotient quotient);

/// floor(sqrt(n)) for n >= 2^62 or 2^126 or 2^254.
u64 integer_root(u64 n);
u64 integer_root(u128 n);
u128 integer_root(const Wide& n);

}  // namespace assay::second_oracle
