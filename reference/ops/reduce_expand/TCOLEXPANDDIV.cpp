// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/expansion.hpp"
#include "reference/ops/reduce_expand/shared/expansion_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* tcolexpanddiv_page = "TCOLEXPANDDIV page";
const Types types{.a2a3 = {f16, f32},
                  .a5 = {i8, u8, i16, u16, i32, u32, f16, bf16, f32},
                  .a2a3_undrawn = {i16, i32},
                  .listed = every_target};

Form form() {
  return {.name = "plain",
          .operands = {dst, src0, src1},
          .lead = "src0",
          .constraints = tiles_by_columns(types, tcolexpanddiv_page),
          .results = {spread_quotient(arguments_of(src1_is_spread, Placement::row_vector))},
          .scenarios = {more_than_255_rows()},
          .plans = {"multiples", "nearties"},
          .admit = divide_seldom_by_zero,
          .seldom = true};
}

}  // namespace

OpSpec TCOLEXPANDDIV() {
  return {
      .mnemonic = "TCOLEXPANDDIV",
      .summary = "Quotient of a tile and one row for all rows.",
      .precision = "DivAlgorithm",
      .forms = each_also_precise({form()}),
      .decisions = {"002-outside-the-valid-region", "035-which-operand-is-spread",
                    "014-integer-overflow", "015-division-and-remainder",
                    "017-accuracy-of-functions"},
      .ambiguities =
          ambiguities_of_columns({shortened_name(), quotient_types_differ(), precise_quotient()}),
      .notes = {"open: the page leaves what is over zero to the target; decision 015: the lowest "
                "integer over -1",
                "a2a3, cpu: PrecisionType is accepted and ignored",
                "a2a3, a5: types, layouts and regions of sources are not checked"},
      .errata = with_checks_of_cpu(
          with_trap(errata_of_column_spread("TCOLEXPANDDIV"), "TCOLEXPANDDIV", "ElementOp.h"),
          "TCOLEXPANDDIV"),
  };
}

}  // namespace assay::ops
