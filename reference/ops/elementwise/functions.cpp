// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/functions.hpp"

#include <cmath>

#include "reference/numerics/evaluate.hpp"

namespace assay::ops {
namespace {

using numerics::RoundMode;

// Beyond it double cannot hold the fraction that truncation removes.
constexpr double whole_limit = 0x1p50;

/// How far the tolerance lets a result near 1 be off.
double reach_at_one(ElementType to, const Tolerance& tolerance) {
  if (tolerance.kind == Tolerance::Kind::relative) return tolerance.bound;
  return std::ldexp(tolerance.bound, -format_of(to).precision);
}

}  // namespace

bool may_flush(const Call& call) { return call.target != cpu && !is_refined(call); }

Result subnormal_or_zero(Result result) {
  result.semantics = [inner = result.semantics](const Evaluation& inputs) {
    auto expected = std::get<ExpectedTile>(inner(inputs));
    const ElementType to = expected.value.type();
    if (!is_float(to)) return expected;
    const bool flushes = may_flush(inputs.call);
    for (std::int64_t i = 0; i < expected.value.size(); ++i) {
      const auto place = static_cast<std::size_t>(i);
      const Acceptable one =
          of_one_sign(to, {expected.accept[place], expected.value[i], expected.low[i],
                           expected.high[i], expected.exact[place]});
      const Acceptable widened = flushes ? or_zero(to, one) : one;
      expected.set_accept(i, widened.accept);
      expected.low.set(i, widened.low);
      expected.high.set(i, widened.high);
    }
    return expected;
  };
  return result;
}

Result absolute_below_one(Result result) {
  result.semantics = [inner = result.semantics](const Evaluation& inputs) {
    auto expected = std::get<ExpectedTile>(inner(inputs));
    if (inputs.call.target == cpu) return expected;
    const ElementType to = expected.value.type();
    const double reach = reach_at_one(to, inputs.tolerance);
    for (std::int64_t i = 0; i < expected.value.size(); ++i) {
      const auto place = static_cast<std::size_t>(i);
      const double exact = expected.exact[place];
      if (expected.accept[place] != Accept::interval || !(exact > -1 && exact < 1)) continue;
      expected.low.set(i, numerics::encode(to, numerics::Real(exact - reach), RoundMode::ceil));
      expected.high.set(i, numerics::encode(to, numerics::Real(exact + reach), RoundMode::floor));
    }
    return expected;
  };
  return result;
}

Acceptable whole_part(const ElementContext& cell, const numerics::Real& value) {
  const std::uint64_t nearest = numerics::encode(cell.to, value, RoundMode::toward_zero);
  if (value.is_nan() || value.is_infinite()) return left_to_target(nearest);
  const double size = value.to_double();
  const auto whole =
      static_cast<numerics::Wide>(size < -whole_limit || size > whole_limit ? 0 : size);
  const bool known = size >= -whole_limit && size <= whole_limit && numerics::fits(cell.to, whole);
  return known ? exactly(nearest) : left_to_target(nearest);
}

}  // namespace assay::ops
