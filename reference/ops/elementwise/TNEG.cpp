// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* tneg_page = "TNEG page";

/// A sign change and a product with -1 differ in the sign of a NaN alone.
Acceptable negated(const ElementContext& cell) {
  const Value& x = cell.arguments[0];
  if (is_integer(x.type)) return integer_negation(cell);
  if (numerics::is_nan(x.type, x.bits)) return any_nan(cell.to);
  return exactly(x.bits ^ (mask_of(x.type) ^ (mask_of(x.type) >> 1)));
}

Constraints all_constraints() {
  Constraints list = joined(
      element_types("src", tneg_page,
                    {.a2a3 = {i16, i32, f16, f32}, .a5 = {i16, u16, i32, u32, f16, bf16, f32}}),
      one_element_type({"dst"}, "src", tneg_page, {a2a3, cpu}),
      vec_tiles({"dst", "src"}, tneg_page, {.in_vec = {a5}, .row_major = no_target}),
      equal_regions({"src"}, tneg_page, no_target));
  // The A2A3 header asserts Vec of the source and not of the destination.
  for (Constraint& constraint : list) {
    if (constraint.name == "src.location") constraint.enforced = devices;
  }
  return list;
}

}  // namespace

OpSpec TNEG() {
  return {
      .mnemonic = "TNEG",
      .summary = "Negation of every element.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src},
          .lead = "src",
          .constraints = all_constraints(),
          .results = {with_overflow(no_arithmetic(per_element({{"src"}}, negated)))},
          .plans = {"domain"},
      }},
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow",
                    "016-nan-and-zero-of-selections"},
      .ambiguities =
          {{"documents omit 64-bit integers for A5, though the multiplication that it forwards to "
            "takes them",
            "constraint src.element on a5: refused; erratum E-TNEG-001"},
           {"the CPU flips the sign of a NaN, a multiplication by -1 may not",
            "decision 016: any NaN"}},
      .notes = {"a2a3, a5: forwards to a multiplication by -1 and inherits its rules",
                "a2a3, a5: row-major is documented and not asserted",
                "the page promises no check of valid regions"},
      .errata = tneg_errata(),
  };
}

}  // namespace assay::ops
