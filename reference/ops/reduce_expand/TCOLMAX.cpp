// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/fold_errata.hpp"
#include "reference/ops/reduce_expand/shared/reduction.hpp"
#include "reference/ops/reduce_expand/shared/reduction_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tcolmax_page = "TCOLMAX page";

}  // namespace

OpSpec TCOLMAX() {
  return {
      .mnemonic = "TCOLMAX",
      .summary = "Greatest valid element of every column.",
      .forms = {{.name = "plain",
                 .operands = {dst, src},
                 .lead = "src",
                 .constraints =
                     joined(types_of_src_and_dst(tcolmax_page, {.a2a3 = {f16, f32, i32, i16},
                                                                .a5 = {f16, f32, bf16, i8, u8, i16,
                                                                       u16, i32, u32, i64, u64}}),
                            tiles_of_reduction(tcolmax_page), results_of_columns(tcolmax_page)),
                 .results = {growing(extremes_of_lines(Axis::columns, true))},
                 .scenarios = {wide_columns(), without_rows(), without_columns(),
                               lines_of_one_row()},
                 .copies_in = {"single_row"},
                 .plans = {"ends", "ties", "rising", "rare"},
                 .usual_rows = 2}},
      .decisions = {"002-outside-the-valid-region", "031-extremes-of-lines",
                    "032-reach-of-64-bit-reductions"},
      .ambiguities =
          {{"a second page leaves 64-bit types out for A5",
            "constraint src.element on a5: the header's list"},
           {"A2A3 seeds its result with whole blocks, so that dst changes up to the end of a block",
            "decision 002: unspecified outside the valid region"},
           {"without a valid row the page returns early, the CPU reads row 0",
            "nothing is written; erratum E-TCOLMAX-003"},
           {"the CPU and devices scan, and no document says what a NaN gives",
            "decision 031: the greatest number; erratum E-TCOLMAX-001"},
           {"the A5 header handles 64 columns of 8-byte elements, the page all",
            "decision 032: all; erratum E-TCOLMAX-002"}},
      .notes = {"a5: rows are Cols apart", "cpu: counts rows in 16 bits"},
      .errata = errata_of_extreme("TCOLMAX", Axis::columns, true),
  };
}

}  // namespace assay::ops
