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

/// x as a step that rounds to `type` leaves it.
Real step(ElementType type, const Real& x) { return numerics::decode(type, nearest(type, x)); }

bool is_narrow(ElementType type) { return bits_of(type) == 16; }

/// Both steps in the type of the destination and, since 16-bit arithmetic may be carried out in
/// f32, both steps there.
Readings two_steps(const ElementContext& cell, const Real& first, const Real& second) {
  Readings readings{nearest(cell.to, step(cell.to, first) + second)};
  if (!is_narrow(cell.to)) return readings;
  const Real wide = step(f32, step(f32, first) + second);
  readings.push_back(nearest(cell.to, wide));
  return readings;
}

}  // namespace

Readings multiply_add(const ElementContext& cell, const Value& a, const Value& b, const Value& c) {
  if (is_integer(cell.to)) return {(a.bits * b.bits + c.bits) & mask_of(cell.to)};
  const Real arguments[] = {a.real(), b.real(), c.real()};
  return {nearest(cell.to, numerics::evaluate(Function::fused_multiply_add, arguments))};
}

Readings multiply_then_add(const ElementContext& cell, const Value& a, const Value& b,
                           const Value& c) {
  Readings readings = multiply_add(cell, a, b, c);
  if (is_integer(cell.to)) return readings;
  const Readings more = two_steps(cell, a.real() * b.real(), c.real());
  readings.insert(readings.end(), more.begin(), more.end());
  return readings;
}

Readings add_add(const ElementContext& cell, const Value& a, const Value& b, const Value& c) {
  if (is_integer(cell.to)) return {(a.bits + b.bits + c.bits) & mask_of(cell.to)};
  return two_steps(cell, a.real() + b.real(), c.real());
}

Readings subtract_add(const ElementContext& cell, const Value& a, const Value& b, const Value& c) {
  if (is_integer(cell.to)) return {(a.bits - b.bits + c.bits) & mask_of(cell.to)};
  return two_steps(cell, a.real() - b.real(), c.real());
}

Acceptable any_reading(const ElementContext& cell, const Readings& readings) {
  return any_reading(cell.to, readings);
}

Acceptable clamped_reading(const ElementContext& cell, const Readings& readings) {
  Readings clamped;
  for (const std::uint64_t bits : readings) {
    const bool nan = is_float(cell.to) && numerics::is_nan(cell.to, bits);
    clamped.push_back(nan || !numerics::is_negative(cell.to, bits) ? bits : 0);
  }
  return any_reading(cell, clamped);
}

}  // namespace assay::ops
