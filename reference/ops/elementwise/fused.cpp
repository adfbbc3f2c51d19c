// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/fused.hpp"

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"

namespace assay::ops {
namespace {

using numerics::Real;
using numerics::RoundMode;

std::uint64_t nearest(ElementType type, const Real& x) {
  return numerics::encode(type, x, RoundMode::nearest_even);
}

/// x as a step that rounds to `type` may leave it. By readings that flush results a subnormal
/// number is a zero of either sign, and so may be one that was below the normal numbers before it
/// was rounded.
std::vector<Real> steps(const ElementContext& cell, ElementType type, const Real& x) {
  const std::uint64_t bits = nearest(type, x);
  const std::uint64_t least = numerics::classes_of(type).normal;
  const Real normal = numerics::decode(type, least);
  const bool below = !x.is_nan() && !x.is_zero() && numerics::compare(x, normal) < 0 &&
                     numerics::compare(x, -normal) > 0;
  std::vector<Real> left;
  const bool flushes = flushes_results(cell.readings) && below;
  if (!flushes || !numerics::is_subnormal(type, bits)) left.push_back(numerics::decode(type, bits));
  if (flushes) left.insert(left.end(), {Real(0.0), Real(-0.0)});
  return left;
}

bool is_narrow(ElementType type) { return bits_of(type) == 16; }

/// Both steps in `type`: that of the destination, or f32.
PossibleBits two_steps(const ElementContext& cell, ElementType type, const Real& first,
                       const Real& second) {
  PossibleBits readings;
  for (const Real& x : steps(cell, type, first)) {
    if (type == cell.to) {
      readings.push_back(nearest(cell.to, x + second));
      continue;
    }
    for (const Real& wide : steps(cell, type, x + second)) {
      readings.push_back(nearest(cell.to, wide));
    }
  }
  return readings;
}

/// 16-bit arithmetic may be carried out in f32.
ElementType type_of_steps(const ElementContext& cell, bool in_float) {
  return in_float && is_narrow(cell.to) ? f32 : cell.to;
}

/// By the choice sums_of_three.
PossibleBits two_sums(const ElementContext& cell, const Real& first, const Real& second) {
  const bool in_float = cell.readings.of(Choice::sums_of_three) == summed_in_float;
  return two_steps(cell, type_of_steps(cell, in_float), first, second);
}

}  // namespace

PossibleBits multiply_add(const ElementContext& cell, const Value& a, const Value& b,
                          const Value& c) {
  if (is_integer(cell.to)) return {(a.bits * b.bits + c.bits) & mask_of(cell.to)};
  const Real arguments[] = {a.real(), b.real(), c.real()};
  return {nearest(cell.to, numerics::evaluate(Function::fused_multiply_add, arguments))};
}

PossibleBits multiply_then_add(const ElementContext& cell, const Value& a, const Value& b,
                               const Value& c) {
  PossibleBits readings = multiply_add(cell, a, b, c);
  if (is_integer(cell.to)) return readings;
  for (const bool in_float : {false, true}) {
    const PossibleBits more =
        two_steps(cell, type_of_steps(cell, in_float), a.real() * b.real(), c.real());
    readings.insert(readings.end(), more.begin(), more.end());
  }
  return readings;
}

PossibleBits multiply_and_add(const ElementContext& cell, const Value& a, const Value& b,
                              const Value& c) {
  const std::uint8_t taken = cell.readings.of(Choice::product_and_sum);
  if (taken == rounded_once || is_integer(cell.to)) return multiply_add(cell, a, b, c);
  return two_steps(cell, type_of_steps(cell, taken == both_steps_in_float), a.real() * b.real(),
                   c.real());
}

PossibleBits add_add(const ElementContext& cell, const Value& a, const Value& b, const Value& c) {
  if (is_integer(cell.to)) return {(a.bits + b.bits + c.bits) & mask_of(cell.to)};
  return two_sums(cell, a.real() + b.real(), c.real());
}

PossibleBits subtract_add(const ElementContext& cell, const Value& a, const Value& b,
                          const Value& c) {
  if (is_integer(cell.to)) return {(a.bits - b.bits + c.bits) & mask_of(cell.to)};
  return two_sums(cell, a.real() - b.real(), c.real());
}

PossibleBits subtract_multiply(const ElementContext& cell, const Value& a, const Value& b,
                               const Value& c) {
  PossibleBits readings;
  for (const Real& difference : steps(cell, cell.to, a.real() - b.real())) {
    readings.push_back(nearest(cell.to, difference * c.real()));
  }
  return readings;
}

Acceptable any_reading(const ElementContext& cell, const PossibleBits& readings) {
  return any_reading(cell.to, readings);
}

Acceptable clamped_reading(const ElementContext& cell, const PossibleBits& readings) {
  PossibleBits clamped;
  for (const std::uint64_t bits : readings) {
    const bool nan = is_float(cell.to) && numerics::is_nan(cell.to, bits);
    clamped.push_back(nan || !numerics::is_negative(cell.to, bits) ? bits : 0);
  }
  return any_reading(cell, clamped);
}

}  // namespace assay::ops
