// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/fold_errata.hpp"
#include "reference/ops/reduce_expand/shared/reduction.hpp"
#include "reference/ops/reduce_expand/shared/reduction_constraints.hpp"

namespace assay::ops {

OpSpec TCOLPROD() {
  constexpr const char* page = "TCOLPROD page";
  return {
      .mnemonic = "TCOLPROD",
      .summary = "Product of the valid elements of every column.",
      .forms = {{.name = "plain",
                 .operands = {dst, src},
                 .lead = "src",
                 .constraints = joined(
                     types_of_src_and_dst(page, {.a2a3 = {f16, f32, i32, i16},
                                                 .a5 = {f16, f32, bf16, i16, u16, i32, u32}}),
                     tiles_of_reduction(page), results_of_columns(page)),
                 .results = {products_of_lines(Axis::columns)},
                 .scenarios = {without_rows(), without_columns(), lines_of_one_row()},
                 .copies_in = {"single_row"},
                 .plans = {"factors", "ones", "rare"},
                 .usual_rows = 2}},
      .decisions = {"002-outside-the-valid-region", "030-reductions-in-any-order"},
      .ambiguities =
          {{"A5 refuses 8- and 64-bit products, which its shared check of columns accepts",
            "constraint src.element on a5"},
           {"the CPU and A2A3 multiply from the first row on, A5 in pairs",
            "decision 030: every order is accepted"},
           {"without a valid row the page returns early, the CPU writes 1",
            "nothing is written; erratum E-TCOLPROD-001"}},
      .notes = {"a5: rows are Cols apart", "cpu: counts rows in 16 bits"},
      .errata = errata_of_column_product("TCOLPROD"),
  };
}

}  // namespace assay::ops
