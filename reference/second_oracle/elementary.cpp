// SPDX-License-Identifier: Apache-2.0
// exp, log and pow: balls of Arb, whose ends enclose the result.
#include <bit>

#include "reference/second_oracle/arithmetic.hpp"
#include "reference/second_oracle/flint.hpp"

namespace assay::second_oracle {
namespace {

/// Both ends of a ball that does not contain 0.
Value ends_of(bool negative, Ball& ball) {
  Float low;
  Float high;
  arb_get_abs_lbound_arf(low, ball, ARF_PREC_EXACT);
  arb_get_abs_ubound_arf(high, ball, ARF_PREC_EXACT);
  return {Kind::finite, negative, magnitude_of(low, false), magnitude_of(high, false)};
}

/// e^y for y other than 0. `y` is used up.
Value exponential(bool negative, Ball& y, int precision) {
  arf_srcptr middle = arb_midref(y);
  const bool falls = arf_sgn(middle) < 0;
  constexpr u128 one = u128{1} << 127;
  constexpr std::int64_t far = 1 << 20;  // beyond every format
  if (arf_cmpabs_2exp_si(middle, 12) > 0) return finite(negative, {one, falls ? -far : far, true});
  // Between 1 - 2^-60 and 1 + 2^-60 rounding changes at 1 alone.
  constexpr u128 near = u128{1} << 67;
  if (arf_cmpabs_2exp_si(middle, -64) < 0) {
    if (falls) return {Kind::finite, negative, {~near, -128, true}, {~u128{0}, -128, true}};
    return {Kind::finite, negative, {one, -127, true}, {one + near, -127, true}};
  }
  arb_exp(y, y, precision);
  return ends_of(negative, y);
}

/// ln |a|; exactly 0 for 1 alone.
void set_logarithm(Ball& out, const Number& a, int precision) {
  set_magnitude(arb_midref(out), a);
  arb_log(out, out, precision);
}

Value power(const Number& a, const Number& b, int precision) {
  const bool negative = a.negative && parity(b) == Parity::odd;
  if (precision > first_precision) {
    if (const auto exact = exact_power(a, b)) return finite(negative, *exact);
  }
  Ball y;
  Float times;
  set_logarithm(y, a, precision);
  set(times, b);
  arb_mul_arf(y, y, times, precision);
  return exponential(negative, y, precision);
}

}  // namespace

std::optional<Magnitude> exact_power(const Number& a, const Number& b) {
  const int zeros = std::countr_zero(a.significand);
  ulong odd = a.significand >> zeros;
  std::int64_t exponent = a.exponent + zeros;
  Float times;
  set(times, b);
  // Square roots while b is no integer: of the odd part of |a| and of the power of two.
  for (; arf_is_int(times) == 0; arf_mul_2exp_si(times, times, 1)) {
    if (n_is_square(odd) == 0 || exponent % 2 != 0) return std::nullopt;
    odd = n_sqrt(odd);
    exponent /= 2;
  }
  Ball result;
  Ball count;
  arb_set_ui(result, odd);
  arb_mul_2exp_si(result, result, exponent);
  arb_set_arf(count, times);
  arb_pow(result, result, count, 128);
  if (arb_is_exact(result) == 0) return std::nullopt;
  return magnitude_of(arb_midref(result), false);
}

Value elementary(Function function, Numbers x, int precision) {
  if (function == Function::power) return power(x[0], x[1], precision);
  Ball y;
  if (function == Function::exponential) {
    set(arb_midref(y), x[0]);
    return exponential(false, y, precision);
  }
  set_logarithm(y, x[0], precision);
  if (arb_is_zero(y) != 0) return zero(false);
  const bool negative = arf_sgn(arb_midref(y)) < 0;
  return ends_of(negative, y);
}

}  // namespace assay::second_oracle
