// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/expansion.hpp"
#include "reference/ops/reduce_expand/shared/expansion_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* page = "TCOLEXPANDDIV page";
const Types types{.a2a3 = {f16, f32},
                  .a5 = {i8, u8, i16, u16, i32, u32, f16, bf16, f32},
                  .cpu = {i16, u16, i32, u32, f16, f32},
                  .a2a3_disputed = {i16, i32},
                  .listed = every_target};

Form form(std::string name, const Roles& roles, TargetSet targets) {
  return {.name = std::move(name),
          .operands = {dst, src0, src1},
          .lead = roles.full,
          .targets = targets,
          .constraints = tiles_by_columns(roles, types, page),
          .results = {spread_quotient(arguments_of(roles, Placement::row_vector))},
          .scenarios = {more_than_255_rows(roles)},
          .plans = {"multiples", "nearties"},
          .admit = divide_seldom_by_zero};
}

}  // namespace

OpSpec TCOLEXPANDDIV() {
  return {
      .mnemonic = "TCOLEXPANDDIV",
      .summary = "Quotient of a tile and one row for all rows.",
      .precision = "DivAlgorithm",
      .forms = each_also_precise(
          {form("plain", src1_is_spread, every_target), form("swapped", src0_is_spread, devices)}),
      .decisions = {"002-outside-the-valid-region", "035-which-operand-is-spread",
                    "014-integer-overflow", "015-division-and-remainder",
                    "017-accuracy-of-functions"},
      .ambiguities =
          ambiguities_of_columns({shortened_name(), quotient_types_differ(), precise_quotient()}),
      .notes = {"open: the page leaves what is over zero to the target; decision 015: the lowest "
                "integer over -1",
                "a2a3, cpu: PrecisionType is accepted and ignored",
                "a2a3, a5: types, layouts and regions of sources are not checked"},
      .errata = with_trap(errata_of_column_spread("TCOLEXPANDDIV"), "TCOLEXPANDDIV", "ElementOp.h"),
  };
}

}  // namespace assay::ops
