// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/ops/tile_scalar/scalar_constraints.hpp"

namespace assay::ops {
namespace {

constexpr const char* page = "TLRELU page";

/// What the page leaves to devices: a NaN element, and a zero times an infinite slope.
bool is_left_to_device(const ElementContext& cell, const numerics::Real& product) {
  const Value& slope = cell.arguments[1];
  return cell.call.target != cpu && product.is_nan() && !numerics::is_nan(slope.type, slope.bits);
}

Acceptable leaky(const ElementContext& cell) {
  const Value& x = cell.arguments[0];
  const numerics::Real value = x.real();
  if (numerics::is_nan(x.type, x.bits) && cell.call.target != cpu) {
    return left_to_target(numerics::quiet_nan(cell.to));
  }
  if (!value.is_nan() && !value.is_zero() && !value.is_negative()) return exactly(x.bits);
  const numerics::Real product = value * cell.arguments[1].real();
  if (is_left_to_device(cell, product)) return left_to_target(numerics::quiet_nan(cell.to));
  return within(cell.to, product, cell.tolerance);
}

Acceptable leaky_integer(const ElementContext& cell) {
  const Value& x = cell.arguments[0];
  const bool positive = numerics::integer_value(cell.to, x.bits) > 0;
  return positive ? exactly(x.bits) : integer_product(cell);
}

}  // namespace

OpSpec TLRELU() {
  const std::vector<Argument> arguments{{"src"}, {"scalar"}};
  return {
      .mnemonic = "TLRELU",
      .family = "tile_scalar",
      .summary = "Leaky rectifier: positive elements as they are, others times a slope.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src, scalar},
          .lead = "src",
          .constraints = joined(type_lists("src", page, {.a2a3 = {f16, f32}, .a5 = {f16, f32}}),
                                dst_has_type_of("src", page),
                                tiles_with_scalar("src", page, {.row_major_on_cpu = true}),
                                regions_with_scalar("src", page), scalar_argument()),
          .results = {with_scalar(by_kind(per_element(arguments, leaky, "multiply"),
                                          per_element(arguments, leaky_integer)))},
          .scenarios = {inexact_scalar()},
          .plans = {"nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow", "020-scalar-arguments",
                    "039-one-layout-with-a-scalar"},
      .ambiguities =
          {{"for negative slopes and slopes above 1 the selection differs from the larger of the "
            "element and the product",
            "the page: the selection, on every target"},
           {"row-major tiles and static bounds are documented for A2A3 and not asserted",
            "constraints src.row_major and dst.row_major: no promised refusal on devices; static "
            "bounds are rules of the Tile class everywhere"}},
      .notes = {"a2a3, a5: NaN elements and a zero times an infinite slope are left to the target",
                "cpu: NaN times the slope is NaN"},
  };
}

}  // namespace assay::ops
