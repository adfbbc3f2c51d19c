// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/fold_errata.hpp"
#include "reference/ops/reduce_expand/shared/reduction.hpp"
#include "reference/ops/reduce_expand/shared/reduction_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* trowsum_page = "TROWSUM page";

Constraints scratch_constraints() {
  return row_scratch(trowsum_page,
                     "where a row of half or float exceeds 256 bytes, tmp has its rows, of half as "
                     "many whole repeats of 256 bytes; elsewhere one block",
                     [](const Call& call) -> Room {
                       const TileSpec& in = call.tile("src");
                       const std::int64_t repeats = in.valid_cols / repeat_of(in);
                       if (!is_float(in.type.element)) return {1, 32};
                       if (in.valid_cols <= repeat_of(in)) return {};
                       return {in.valid_rows, std::max<std::int64_t>(1, repeats / 2) * 256};
                     });
}

Constraints all_constraints() {
  return joined(
      types_of_src_and_dst(trowsum_page,
                           {.a2a3 = {f16, f32, i32, i16}, .a5 = {f16, f32, i32, i16, i64, u64}}),
      tiles_of_reduction(trowsum_page), results_of_rows(trowsum_page), scratch_constraints());
}

}  // namespace

OpSpec TROWSUM() {
  return {
      .mnemonic = "TROWSUM",
      .summary = "Sum of the valid elements of every row.",
      .forms = {{.name = "plain",
                 .operands = {dst, src, tmp},
                 .lead = "src",
                 .constraints = all_constraints(),
                 .results = {growing(sums_of_lines(Axis::rows))},
                 .scenarios = {wide_rows(), lines_of_one_column()},
                 .plans = {"ones", "cancellation", "foursomes", "rare"},
                 .usual_rows = 2}},
      .decisions = {"002-outside-the-valid-region", "030-reductions-in-any-order",
                    "032-reach-of-64-bit-reductions"},
      .ambiguities =
          {{"an overview marks bf16, 8-bit and 64-bit types for every target; the page and the "
            "headers do not",
            "constraints src.element: the headers' lists"},
           {"int16 beyond its range: A5 and the CPU wrap, A2A3 says nothing of its block additions",
            "decision 030: modulo 2^16"},
           {"the A5 header adds 64 elements of 8 bytes in a row, the page all",
            "decision 032: all; erratum E-TROWSUM-001"},
           {"devices round partial sums of half to half, the CPU adds in float",
            "decision 030: every order in the type of the tile or a wider one, on every target"},
           {"the page has its A5 types under the A2A3 heading",
            "constraints src.element by target"},
           {"the page calls a tmp shaped like src safe and gives no formula for half and float",
            "constraint tmp.room: what the A2A3 header uses"}},
      .notes = {"open: no order of additions is promised, and where terms cancel legal sums lie "
                "far apart",
                "a5, cpu: tmp is accepted and not used",
                "a2a3: returns without a result where tmp rows are shorter than 256 bytes"},
      .errata = errata_of_row_sum("TROWSUM"),
  };
}

}  // namespace assay::ops
