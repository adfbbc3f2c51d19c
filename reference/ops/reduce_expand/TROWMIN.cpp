// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/fold_errata.hpp"
#include "reference/ops/reduce_expand/shared/reduction.hpp"
#include "reference/ops/reduce_expand/shared/reduction_constraints.hpp"

namespace assay::ops {

OpSpec TROWMIN() {
  constexpr const char* page = "TROWMIN page";
  return {
      .mnemonic = "TROWMIN",
      .summary = "Smallest valid element of every row.",
      .forms = {{.name = "plain",
                 .operands = {dst, src, tmp},
                 .lead = "src",
                 .constraints = joined(
                     types_of_src_and_dst(page, {.a2a3 = {f16, f32, i32, i16},
                                                 .a5 = {f16, f32, i32, i16, i8, u8, i64, u64}}),
                     tiles_of_reduction(page), results_of_rows(page), scratch_of_extremes(page)),
                 .results = {growing(extremes_of_lines(Axis::rows, false))},
                 .scenarios = {wide_rows(), lines_of_one_column()},
                 .plans = {"ends", "ties", "falling", "cancellation", "rare"},
                 .usual_rows = 2}},
      .decisions = {"002-outside-the-valid-region", "031-extremes-of-lines",
                    "032-reach-of-64-bit-reductions"},
      .ambiguities =
          {{"no document says what a NaN gives; the CPU keeps one in column 0 and skips later ones",
            "decision 031: the smallest number; erratum E-TROWMIN-001"},
           {"A5 takes int8 and uint8, A2A3 does not", "constraints src.element by target"},
           {"with no column at all the CPU returns for minima and reads column 0 for maxima",
            "constraint src.non_empty: refused on devices, no promise on cpu"}},
      .notes = {"a5, cpu: tmp is accepted and not used",
                "a5: starts from the lowest or highest value of the type"},
      .errata = errata_of_extreme("TROWMIN", Axis::rows, false),
  };
}

}  // namespace assay::ops
