// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/scaled_sum.hpp"

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/integer.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using numerics::Real;
using numerics::RoundMode;
using numerics::Wide;

Real in_f32(const Real& x) {
  return numerics::decode(f32, numerics::encode(f32, x, RoundMode::nearest_even));
}

Real sum_of(const ElementContext& cell) {
  const Wide exact = numerics::integer_value(i32, cell.arguments[0].bits) +
                     numerics::integer_value(i32, cell.arguments[1].bits);
  const Wide sum = numerics::integer_value(i32, numerics::wrapped(i32, exact));
  return in_f32(Real(static_cast<std::int64_t>(sum)));
}

Real staged(const Real& sum, const Real& factor) {
  return in_f32(in_f32(sum * Real(0x1p-17) * factor) * Real(0x1p17));
}

enum class Beyond : std::uint8_t { largest, infinity };

std::uint64_t clamped_half(ElementType to, const Real& value, Beyond beyond) {
  if (value.is_zero() || value.is_negative()) return 0;
  const std::uint64_t bits = numerics::encode(to, value, RoundMode::nearest_even);
  const bool saturates = beyond == Beyond::largest && numerics::is_infinite(to, bits);
  return saturates ? numerics::largest_finite(to, false) : bits;
}

}  // namespace

Acceptable scaled_sum(const ElementContext& cell) {
  const Real sum = sum_of(cell), factor = cell.arguments[2].real();
  const Real once = in_f32(sum * factor);
  if (once.is_nan()) return left_to_target(0);
  const bool at_once = cell.readings.of(Choice::scaled_sums) == scaled_at_once;
  return exactly(clamped_half(cell.to, at_once ? once : staged(sum, factor), Beyond::largest));
}

Acceptable scaled_to_infinity(const ElementContext& cell) {
  const Real once = in_f32(sum_of(cell) * cell.arguments[2].real());
  return exactly(once.is_nan() ? 0 : clamped_half(cell.to, once, Beyond::infinity));
}

}  // namespace assay::ops
