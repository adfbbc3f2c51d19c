// SPDX-License-Identifier: Apache-2.0
// The tables of IEEE 754-2019 for arguments that are no ordinary numbers.
#include "reference/second_oracle/special.hpp"

#include <algorithm>
#include <cassert>

namespace assay::second_oracle {
namespace {

using Result = std::optional<Value>;

bool is_one(const Number& x) {
  return x.is(Kind::finite) && x.significand == u64{1} << 63 && x.exponent == -63;
}

bool above_one(const Number& x) {
  return x.is(Kind::infinite) || (x.is(Kind::finite) && x.exponent >= -63);
}

Value signed_zero_sum(bool a, bool b) { return a == b ? zero(a) : cancelled(); }

/// x + y, where x may be a product of which only the class is known.
Result sum(Kind x, bool x_negative, const Number& y, bool y_negative) {
  if (x == Kind::infinite && y.is(Kind::infinite))
    return x_negative == y_negative ? infinity(x_negative) : nan();
  if (x == Kind::infinite) return infinity(x_negative);
  if (y.is(Kind::infinite)) return infinity(y_negative);
  if (x == Kind::zero && y.is(Kind::zero)) return signed_zero_sum(x_negative, y_negative);
  return std::nullopt;
}

/// Nothing for NaN.
std::optional<Kind> product_class(const Number& a, const Number& b) {
  const bool any_zero = a.is(Kind::zero) || b.is(Kind::zero);
  const bool any_infinite = a.is(Kind::infinite) || b.is(Kind::infinite);
  if (any_zero && any_infinite) return std::nullopt;
  return any_zero ? Kind::zero : any_infinite ? Kind::infinite : Kind::finite;
}

Result product(const Number& a, const Number& b) {
  const auto kind = product_class(a, b);
  if (!kind) return nan();
  if (*kind == Kind::finite) return std::nullopt;
  return Value{*kind, a.negative != b.negative, {}, {}};
}

Result multiply_add(const Number& a, const Number& b, const Number& c) {
  const auto kind = product_class(a, b);
  if (!kind) return nan();
  return sum(*kind, a.negative != b.negative, c, c.negative);
}

Result quotient(const Number& a, const Number& b) {
  const bool negative = a.negative != b.negative;
  if (a.kind == b.kind && !a.is(Kind::finite)) return nan();
  if (a.is(Kind::infinite) || b.is(Kind::zero)) return infinity(negative);
  if (a.is(Kind::zero) || b.is(Kind::infinite)) return zero(negative);
  return std::nullopt;
}

Result square_root(const Number& a) {
  if (a.is(Kind::zero)) return zero(a.negative);
  if (a.negative) return nan();
  if (a.is(Kind::infinite)) return infinity(false);
  return std::nullopt;
}

Result reciprocal_square_root(const Number& a) {
  if (a.is(Kind::zero)) return infinity(a.negative);
  if (a.negative) return nan();
  if (a.is(Kind::infinite)) return zero(false);
  return std::nullopt;
}

Value one(bool negative) { return finite(negative, u128{1}, 0); }

Result exponential(const Number& a) {
  if (a.is(Kind::zero)) return one(false);
  if (a.is(Kind::finite)) return std::nullopt;
  return a.negative ? zero(false) : infinity(false);
}

Result logarithm(const Number& a) {
  if (a.is(Kind::zero)) return infinity(true);
  if (a.negative) return nan();
  if (a.is(Kind::infinite)) return infinity(false);
  return std::nullopt;
}

/// pow(±0, b) and pow(±infinity, b): `grows` says whether the result is infinite.
Value power_of_extreme(const Number& a, const Number& b, bool grows) {
  const bool negative = a.negative && b.is(Kind::finite) && parity(b) == Parity::odd;
  return grows ? infinity(negative) : zero(negative);
}

/// IEEE 754-2019, 9.2.1.
Result power(const Number& a, const Number& b) {
  if (b.is(Kind::zero) || (is_one(a) && !a.negative)) return one(false);
  if (a.is(Kind::nan) || b.is(Kind::nan)) return nan();
  if (a.is(Kind::zero)) return power_of_extreme(a, b, b.negative);
  if (is_one(a) && b.is(Kind::infinite)) return one(false);
  if (b.is(Kind::infinite)) {
    return above_one(a) != b.negative ? infinity(false) : zero(false);
  }
  if (a.is(Kind::infinite)) return power_of_extreme(a, b, !b.negative);
  if (a.negative && parity(b) == Parity::fraction) return nan();
  if (is_one(a)) return one(parity(b) == Parity::odd);
  return std::nullopt;
}

Result truncated_remainder(const Number& a, const Number& b) {
  if (a.is(Kind::infinite) || b.is(Kind::zero)) return nan();
  if (a.is(Kind::zero) || b.is(Kind::infinite)) return value_of(a);
  return std::nullopt;
}

Result floored_remainder(const Number& a, const Number& b) {
  if (a.is(Kind::infinite) || b.is(Kind::zero)) return nan();
  if (a.is(Kind::zero)) return zero(b.negative);
  if (!b.is(Kind::infinite)) return std::nullopt;
  return a.negative == b.negative ? value_of(a) : infinity(b.negative);
}

}  // namespace

std::size_t arity_of(Function function) {
  switch (function) {
    case Function::identity:
    case Function::square_root:
    case Function::reciprocal_square_root:
    case Function::reciprocal:
    case Function::exponential:
    case Function::logarithm:
      return 1;
    case Function::fused_multiply_add:
      return 3;
    default:
      return 2;
  }
}

Parity parity(const Number& number) {
  if (number.exponent > 0) return Parity::even;
  if (number.exponent < -63) return Parity::fraction;
  const int fraction = static_cast<int>(-number.exponent);
  if (std::countr_zero(number.significand) < fraction) return Parity::fraction;
  return (number.significand >> fraction) % 2 != 0 ? Parity::odd : Parity::even;
}

std::optional<Value> special(Function function, Numbers x) {
  if (function == Function::power) return power(x[0], x[1]);
  for (const Number& argument : x) {
    if (argument.is(Kind::nan)) return nan();
  }
  switch (function) {
    case Function::identity:
      return x[0].is(Kind::finite) ? std::nullopt : Result(value_of(x[0]));
    case Function::add:
      return sum(x[0].kind, x[0].negative, x[1], x[1].negative);
    case Function::subtract:
      return sum(x[0].kind, x[0].negative, x[1], !x[1].negative);
    case Function::multiply:
      return product(x[0], x[1]);
    case Function::divide:
      return quotient(x[0], x[1]);
    case Function::fused_multiply_add:
      return multiply_add(x[0], x[1], x[2]);
    case Function::square_root:
      return square_root(x[0]);
    case Function::reciprocal_square_root:
      return reciprocal_square_root(x[0]);
    case Function::reciprocal:
      return quotient({Kind::finite, false, u64{1} << 63, -63}, x[0]);
    case Function::exponential:
      return exponential(x[0]);
    case Function::logarithm:
      return logarithm(x[0]);
    case Function::truncated_remainder:
    case Function::nearest_remainder:
      return truncated_remainder(x[0], x[1]);
    case Function::floored_remainder:
      return floored_remainder(x[0], x[1]);
    case Function::power:
      break;
  }
  assert(false);
  return nan();
}

}  // namespace assay::second_oracle
