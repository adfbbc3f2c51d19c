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

/// Both steps in the type of the destination and, where 16-bit arithmetic may be carried out in
/// f32, both steps there.
Readings two_steps(const ElementContext& cell, const Real& first, const Real& second) {
  Readings readings{nearest(cell.to, step(cell.to, first) + second)};
  if (!is_narrow(cell.to) || cell.call.target != cpu) return readings;
  const Real wide = step(f32, step(f32, first) + second);
  readings.push_back(nearest(cell.to, wide));
  return readings;
}

}  // namespace

Readings multiply_add(const ElementContext& cell, const Value& a, const Value& b, const Value& c) {
  if (is_integer(cell.to)) return {(a.bits * b.bits + c.bits) & mask_of(cell.to)};
  const Real arguments[] = {a.real(), b.real(), c.real()};
  Readings readings = two_steps(cell, arguments[0] * arguments[1], arguments[2]);
  readings.insert(readings.begin(),
                  nearest(cell.to, numerics::evaluate(Function::fused_multiply_add, arguments)));
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
  const bool on_cpu = cell.call.target == cpu;
  Readings clamped;
  for (const std::uint64_t bits : readings) {
    if (numerics::is_nan(cell.to, bits) && !on_cpu) return left_to_target(0);
    const bool kept = !numerics::is_nan(cell.to, bits) && !numerics::is_negative(cell.to, bits);
    clamped.push_back(kept ? bits : 0);
    const bool minus_zero = is_float(cell.to) && !kept && numerics::is_zero(cell.to, bits);
    if (minus_zero && !on_cpu) clamped.push_back(bits);
  }
  return any_reading(cell.to, clamped);
}

}  // namespace assay::ops
