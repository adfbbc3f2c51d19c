// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/remainder.hpp"

#include <cmath>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"

namespace assay::ops {
namespace {

using numerics::Real;
using numerics::RoundMode;

/// A native quotient is within this much of the exact one, relative: 2 ulp of f32.
constexpr double quotient_slack = 0x1p-22;
/// Above it a quotient of f32 has no fraction to cut off.
constexpr double largest_quotient = 0x1p24;

struct Arguments {
  Real dividend;
  Real divisor;
};

Real rounded(ElementType type, const Real& x, RoundMode mode = RoundMode::nearest_even) {
  return numerics::decode(type, numerics::encode(type, x, mode));
}

std::uint64_t nearest(ElementType type, const Real& x) {
  return numerics::encode(type, x, RoundMode::nearest_even);
}

Real exact_remainder(const Arguments& of, Quotient quotient) {
  const auto function =
      quotient == Quotient::floored ? Function::floored_remainder : Function::truncated_remainder;
  const Real arguments[] = {of.dividend, of.divisor};
  return numerics::evaluate(function, arguments);
}

double quotient_size(const Arguments& of) {
  return std::fabs((of.dividend / of.divisor).to_double());
}

/// Whether the native quotient may become another whole number than the exact one.
bool is_uncertain(const Arguments& of, const Real& exact) {
  const double size = quotient_size(of);
  if (size >= largest_quotient) return true;
  // A vanishing quotient of opposite signs is -0 instead of just below it.
  if (size < 0x1p-126) return compare(exact, of.dividend) != 0;
  const Real slack = numerics::absolute(of.dividend) * Real(quotient_slack);
  const Real below = numerics::absolute(exact);
  const Real above = numerics::absolute(of.divisor) - below;
  return compare(below, slack) < 0 || compare(above, slack) < 0;
}

/// The steps in f32: multiply the whole quotient, subtract; half is cut off toward zero.
Real stepwise(ElementType to, const Arguments& of, const Real& exact) {
  const Real whole = (of.dividend - exact) / of.divisor;
  const Real product = rounded(ElementType::f32, whole * of.divisor);
  const Real rest = rounded(ElementType::f32, of.dividend - product);
  return to == ElementType::f16 ? rounded(to, rest, RoundMode::toward_zero) : rest;
}

Acceptable zero(const ElementContext& at, Quotient quotient, const Real& exact) {
  const std::uint64_t bits = nearest(at.to, exact);
  const bool settled = at.call.target == Target::cpu && quotient == Quotient::truncated;
  return settled ? exactly(bits) : either(bits, nearest(at.to, -exact));
}

Acceptable by_steps(const ElementContext& at, Quotient quotient, const Arguments& of,
                    const Real& exact) {
  const std::uint64_t best = nearest(at.to, exact);
  if (of.divisor.is_infinite() || is_uncertain(of, exact)) return left_to_target(best);
  const Real rest = stepwise(at.to, of, exact);
  const std::uint64_t steps = nearest(at.to, rest);
  const bool fix = quotient == Quotient::floored && !rest.is_zero() &&
                   rest.is_negative() != of.divisor.is_negative();
  // The test for a wrong sign multiplies, which may underflow, so both may come of it.
  return fix ? either(best, steps, nearest(at.to, rest + of.divisor)) : either(best, steps);
}

}  // namespace

Acceptable float_remainder(const ElementContext& at, Quotient quotient, bool refined) {
  const Arguments of{at.arguments[0].real(), at.arguments[1].real()};
  const Real exact = exact_remainder(of, quotient);
  const bool nan = of.dividend.is_nan() || of.divisor.is_nan() || of.dividend.is_infinite();
  if (nan) return any_nan(at.to);
  if (of.divisor.is_zero()) return left_to_target(numerics::quiet_nan(at.to));
  const bool native = at.call.target == Target::cpu || (refined && at.to == ElementType::f32);
  if (!native && of.divisor.is_infinite()) return left_to_target(nearest(at.to, exact));
  if (exact.is_zero()) {
    // A quotient that is a whole number comes out as one, unless it is out of reach.
    const bool known = native || quotient_size(of) < largest_quotient;
    return known ? zero(at, quotient, exact) : left_to_target(nearest(at.to, exact));
  }
  return native ? exactly(nearest(at.to, exact)) : by_steps(at, quotient, of, exact);
}

}  // namespace assay::ops
