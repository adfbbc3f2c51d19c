// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/ops/tile_scalar/scalar_constraints.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* tlrelu_page = "TLRELU page";

Acceptable leaky(const ElementContext& cell) {
  const Value& x = cell.arguments[0];
  const numerics::Real value = x.real();
  if (!value.is_nan() && !value.is_zero() && !value.is_negative()) return exactly(x.bits);
  const numerics::Real product = value * cell.arguments[1].real();
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
      .summary = "Leaky rectifier: positive elements as they are, others times a slope.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src, scalar},
          .lead = "src",
          .constraints =
              joined(type_lists("src", tlrelu_page, {.a2a3 = {f16, f32}, .a5 = {f16, f32}}),
                     dst_has_type_of("src", tlrelu_page),
                     tiles_with_scalar("src", tlrelu_page, in_vec_everywhere(devices)),
                     regions_with_scalar("src", tlrelu_page,
                                         {.rows = every_target, .columns = every_target}),
                     scalar_argument()),
          .results = {with_scalar(by_kind(per_element(arguments, leaky, "multiply"),
                                          per_element(arguments, leaky_integer)))},
          .scenarios = {inexact_scalar()},
          .plans = {"nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow", "020-scalar-arguments",
                    "039-row-major-on-the-cpu"},
      .ambiguities =
          {{"for negative slopes and slopes above 1 the selection differs from the larger of the "
            "element and the product",
            "the page: the selection, on every target"},
           {"row-major tiles and static bounds are documented for A2A3 and not asserted",
            "constraints src.row_major and dst.row_major: no promised refusal on devices; static "
            "bounds are rules of the Tile class everywhere"}},
      .notes = {"a NaN is not positive: times the slope it stays a NaN, as IEEE 754 has it"},
      .errata = {unchecked(a2a3, "E-TLRELU-001", "TLRelu.hpp", "*.row_major"),
                 unchecked(a5, "E-TLRELU-002", "TLRelu.hpp", "*.row_major"),
                 unchecked(cpu, "E-TLRELU-003", "TBinSOps.hpp", "src.same_valid_region")},
  };
}

}  // namespace assay::ops
