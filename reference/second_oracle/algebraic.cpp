// SPDX-License-Identifier: Apache-2.0
// Sums, products and quotients by FLINT's numbers, roots and remainders by GMP's integers: rounded
// down, with one bit that says whether anything is left.
#include <algorithm>
#include <array>

#include "reference/second_oracle/arithmetic.hpp"
#include "reference/second_oracle/flint.hpp"

namespace assay::second_oracle {
namespace {

/// A sum of opposite terms may be 0.
Value value_of(arf_srcptr x, bool more) {
  if (arf_is_zero(x) != 0) return cancelled();
  return finite(arf_sgn(x) < 0, magnitude_of(x, more));
}

/// One operation of arf, which rounds correctly; not 0 if the result is inexact.
int round_down(Function function, arf_ptr out, arf_srcptr a, arf_srcptr b, arf_srcptr c) {
  switch (function) {
    case Function::add:
      return arf_add(out, a, b, 128, ARF_RND_DOWN);
    case Function::subtract:
      return arf_sub(out, a, b, 128, ARF_RND_DOWN);
    case Function::multiply:
      return arf_mul(out, a, b, 128, ARF_RND_DOWN);
    case Function::divide:
      return arf_div(out, a, b, 128, ARF_RND_DOWN);
    case Function::reciprocal:
      return arf_ui_div(out, 1, a, 128, ARF_RND_DOWN);
    default:
      return arf_fma(out, a, b, c, 128, ARF_RND_DOWN);
  }
}

Value rounded_down(Function function, Numbers x) {
  std::array<Float, 3> term;
  for (std::size_t k = 0; k < x.size(); ++k) set(term[k], x[k]);
  Float result;
  const bool inexact = round_down(function, result, term[0], term[1], term[2]) != 0;
  return value_of(result, inexact);
}

/// n * 2^exponent; with `more` n is a number of 128 bits or more rounded down.
Value value_of(mpz_srcptr n, std::int64_t exponent, bool more) {
  Float result;
  const bool cut = arf_set_round_mpz(result, n, 128, ARF_RND_DOWN) != 0;
  arf_mul_2exp_si(result, result, exponent);
  return value_of(result, more || cut);
}

/// By integers, because arf_sqrt() and arf_rsqrt() call MPFR.
Value root(Function function, const Number& a) {
  // Thread-local, so that they keep their memory between calls.
  thread_local Integer n;
  thread_local Integer rest;
  const bool odd = a.exponent % 2 != 0;
  const std::int64_t half = (a.exponent - (odd ? 1 : 0)) / 2;
  mpz_set_ui(n, a.significand);
  if (odd) mpz_mul_2exp(n, n, 1);
  if (function == Function::square_root) {
    mpz_mul_2exp(n, n, 192);
    mpz_sqrtrem(n, rest, n);
    return value_of(n, half - 96, mpz_sgn(rest) != 0);
  }
  // floor(sqrt(x)) is floor(sqrt(floor(x))).
  thread_local Integer scale;
  mpz_set_ui(scale, 0);
  mpz_setbit(scale, 320);
  mpz_tdiv_qr(n, rest, scale, n);
  const bool more = mpz_sgn(rest) != 0;
  mpz_sqrtrem(n, rest, n);
  return value_of(n, -half - 160, more || mpz_sgn(rest) != 0);
}

/// `out` * 2^unit is x.
void set_in_units(mpz_ptr out, const Number& x, std::int64_t unit) {
  mpz_set_ui(out, x.significand);
  mpz_mul_2exp(out, out, static_cast<mp_bitcnt_t>(x.exponent - unit));
  if (x.negative) mpz_neg(out, out);
}

/// a - b*q for the integer q next to a/b: integers in the smaller unit of the two.
Value remainder(Function function, const Number& a, const Number& b) {
  thread_local Integer n;
  thread_local Integer divisor;
  thread_local Integer quotient;
  thread_local Integer rest;
  const std::int64_t unit = std::min(a.exponent, b.exponent);
  set_in_units(n, a, unit);
  set_in_units(divisor, b, unit);
  const bool floored = function == Function::floored_remainder;
  (floored ? mpz_fdiv_qr : mpz_tdiv_qr)(quotient, rest, n, divisor);
  if (function == Function::nearest_remainder) {
    mpz_mul_2exp(n, rest, 1);
    const int side = mpz_cmpabs(n, divisor);  // above 0 if the next quotient is nearer
    const bool next = side > 0 || (side == 0 && mpz_tstbit(quotient, 0) != 0);
    if (next) (a.negative == b.negative ? mpz_sub : mpz_add)(rest, rest, divisor);
  }
  if (mpz_sgn(rest) == 0) return zero(floored ? b.negative : a.negative);
  return value_of(rest, unit, false);
}

}  // namespace

Value enclose(Function function, Numbers x, int precision) {
  switch (function) {
    case Function::identity:
      return second_oracle::value_of(x[0]);
    case Function::square_root:
    case Function::reciprocal_square_root:
      return root(function, x[0]);
    case Function::exponential:
    case Function::logarithm:
    case Function::power:
      return elementary(function, x, precision);
    case Function::truncated_remainder:
    case Function::floored_remainder:
    case Function::nearest_remainder:
      return remainder(function, x[0], x[1]);
    default:
      return rounded_down(function, x);
  }
}

}  // namespace assay::second_oracle
