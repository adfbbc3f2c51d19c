// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/expansion.hpp"
#include "reference/ops/reduce_expand/shared/expansion_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* tcolexpandmul_page = "TCOLEXPANDMUL page";
const Types types{.a2a3 = {i16, i32, f16, f32},
                  .a5 = {i8, u8, i16, u16, i32, u32, f16, bf16, f32},
                  .listed = every_target};

}  // namespace

OpSpec TCOLEXPANDMUL() {
  return {
      .mnemonic = "TCOLEXPANDMUL",
      .summary = "Product of a tile and one row for all rows.",
      .forms = {{.name = "plain",
                 .operands = {dst, src0, src1},
                 .lead = "src0",
                 .constraints = tiles_by_columns(types, tcolexpandmul_page),
                 .results = {product(arguments_of(src1_is_spread, Placement::row_vector))},
                 .scenarios = {more_than_255_rows()},
                 .plans = {"nearties", "ones"}}},
      .decisions = {"002-outside-the-valid-region", "035-which-operand-is-spread",
                    "014-integer-overflow"},
      .ambiguities = ambiguities_of_columns(
          {overflow_is_open(), shortened_name(), types_of_second_page("bfloat16 or int8")}),
      .notes = {"a2a3, a5: types, layouts and regions of sources are not checked"},
      .errata = with_checks_of_cpu(errata_of_column_spread("TCOLEXPANDMUL"), "TCOLEXPANDMUL"),
  };
}

}  // namespace assay::ops
