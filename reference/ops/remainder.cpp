// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/remainder.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/integer.hpp"
#include "reference/ops/semantics.hpp"

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

Acceptable either_zero(const ElementContext& cell, const Real& zero) {
  return either(nearest(cell.to, zero), nearest(cell.to, -zero));
}

/// A floored remainder of zero.
Acceptable floored_zero(const ElementContext& cell, const Arguments& of) {
  const std::uint8_t taken = cell.readings.of(Choice::remainder_zeros);
  const bool minus = taken == zero_of_dividend  ? of.dividend.is_negative()
                     : taken == zero_of_divisor ? of.divisor.is_negative()
                                                : false;
  return exactly(minus ? numerics::classes_of(cell.to).sign : 0);
}

/// Results that both kinds leave open or have in common; nothing if they have to compute.
std::optional<Acceptable> special(const ElementContext& cell, const Arguments& of) {
  if (of.divisor.is_zero()) return left_to_target(numerics::quiet_nan(cell.to));
  const bool nan = of.dividend.is_nan() || of.divisor.is_nan() || of.dividend.is_infinite();
  if (nan) return any_nan(cell.to);
  return std::nullopt;
}

/// A quotient that may be off by one, or by 2 ulp where it has no fraction, leaves no more than
/// this on either side of zero. Left to the target where a quotient or a product may be an
/// infinity.
Acceptable of_uncertain_quotient(ElementType to, const Arguments& of, const Real& exact) {
  constexpr double end = 0x1p126;
  const double dividend = std::fabs(of.dividend.to_double());
  const double divisor = std::fabs(of.divisor.to_double());
  const std::uint64_t best = nearest(to, exact);
  if (std::max({dividend, divisor, quotient_size(of)}) >= end) return left_to_target(best);
  const Real most(2 * divisor + 2 * quotient_slack * dividend);
  return {Accept::interval, best, numerics::encode(to, -most, RoundMode::floor),
          numerics::encode(to, most, RoundMode::ceil), exact.to_double()};
}

Acceptable by_steps(const ElementContext& cell, Quotient quotient, const Arguments& of,
                    const Real& exact) {
  if (is_uncertain(of, exact)) return of_uncertain_quotient(cell.to, of, exact);
  const std::uint64_t best = nearest(cell.to, exact);
  const Real rest = stepwise(cell.to, of, exact);
  const std::uint64_t steps = nearest(cell.to, rest);
  const bool fix = quotient == Quotient::floored && !rest.is_zero() &&
                   rest.is_negative() != of.divisor.is_negative();
  // The test for a wrong sign multiplies, which may underflow, so both may come of it.
  return fix ? either(best, steps, nearest(cell.to, rest + of.divisor)) : either(best, steps);
}

}  // namespace

Acceptable float_remainder(const ElementContext& cell, Quotient quotient) {
  const Arguments of{cell.arguments[0].real(), cell.arguments[1].real()};
  if (const auto known = special(cell, of)) return *known;
  const Real exact = exact_remainder(of, quotient);
  if (quotient == Quotient::truncated) return exactly(nearest(cell.to, exact));
  if (exact.is_zero()) return floored_zero(cell, of);
  const bool by_other_infinity =
      of.divisor.is_infinite() && of.dividend.is_negative() != of.divisor.is_negative();
  if (by_other_infinity && cell.readings.of(Choice::remainder_by_infinity) == remainder_is_nan) {
    return any_nan(cell.to);
  }
  return exactly(nearest(cell.to, exact));
}

Result with_floored_choices(Result remainder) {
  return depending_on({Choice::remainder_zeros, Choice::remainder_by_infinity},
                      std::move(remainder));
}

Acceptable remainder_by_steps(const ElementContext& cell, Quotient quotient) {
  const Arguments of{cell.arguments[0].real(), cell.arguments[1].real()};
  if (const auto known = special(cell, of)) return *known;
  if (of.divisor.is_infinite()) return any_nan(cell.to);  // zero times infinity
  const Real exact = exact_remainder(of, quotient);
  if (!exact.is_zero()) return by_steps(cell, quotient, of, exact);
  // A quotient that is a whole number comes out as one, unless it is out of reach.
  const bool known = quotient_size(of) < largest_quotient;
  return known ? either_zero(cell, exact) : of_uncertain_quotient(cell.to, of, exact);
}

void cut_to_24_bits(const Call& call, const std::vector<std::string>& tiles,
                    std::vector<ElementArray>& contents) {
  constexpr numerics::Wide limit = numerics::Wide{1} << 24;
  for (const std::string& tile : tiles) {
    ElementArray& elements = contents[call.form->index_of(tile)];
    if (elements.type() != ElementType::i32) continue;
    for_each_valid(call.tile(tile), [&](std::int64_t index, std::int64_t, std::int64_t) {
      if (index >= elements.size()) return;
      const numerics::Wide value = numerics::integer_value(elements.type(), elements[index]);
      if (value >= -limit && value <= limit) return;
      elements.set(index, numerics::wrapped(elements.type(), value % limit));
    });
  }
}

}  // namespace assay::ops
