// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/functions.hpp"

#include <cmath>

#include "reference/numerics/evaluate.hpp"

namespace assay::ops {
namespace {

using numerics::RoundMode;

/// The error of a result near 1 that the tolerance allows.
double reach_at_one(ElementType to, const Tolerance& tolerance) {
  if (tolerance.kind == Tolerance::Kind::relative) return tolerance.bound;
  return std::ldexp(tolerance.bound, -format_of(to).precision);
}

using Change = Acceptable (*)(ElementType, Acceptable);

/// Floats alone.
ExpectedTile each_changed(ExpectedTile expected, Change change) {
  const ElementType to = expected.value.type();
  if (!is_float(to)) return expected;
  for (std::int64_t i = 0; i < expected.value.size(); ++i) {
    const auto place = static_cast<std::size_t>(i);
    const Acceptable changed =
        change(to, {expected.accept[place], expected.value[i], expected.low[i], expected.high[i],
                    expected.exact[place]});
    expected.set_accept(i, changed.accept);
    expected.low.set(i, changed.low);
    expected.high.set(i, changed.high);
  }
  return expected;
}

}  // namespace

bool may_flush(const Call& call) { return call.target != cpu && !is_refined(call); }

Result one_signed(Result result) {
  result.semantics = [inner = result.semantics](const Evaluation& inputs) {
    auto expected = std::get<ExpectedTile>(inner(inputs));
    return each_changed(expected, of_one_sign);
  };
  return result;
}

Result subnormal_or_zero(Result result) {
  result = one_signed(std::move(result));
  result.semantics = [inner = result.semantics](const Evaluation& inputs) {
    auto expected = std::get<ExpectedTile>(inner(inputs));
    return may_flush(inputs.call) ? each_changed(expected, or_zero) : expected;
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

void seldom_negative(const Call& call, std::vector<ElementArray>& contents) {
  ElementArray& elements = contents[call.form->index_of("src")];
  const ElementType type = elements.type();
  if (!is_float(type)) return;  // a call that breaks the constraint of types
  for_each_valid(call.tile("src"), [&](std::int64_t index, std::int64_t, std::int64_t) {
    if (index % 8 == 7 || index >= elements.size()) return;
    elements.set(index, elements[index] & (mask_of(type) >> 1));
  });
}

}  // namespace assay::ops
