// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/fold_errata.hpp"
#include "reference/ops/reduce_expand/shared/reduction.hpp"
#include "reference/ops/reduce_expand/shared/reduction_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tcolsum_page = "TCOLSUM page";

Constraints of_src_and_dst() {
  return joined(types_of_src_and_dst(
                    tcolsum_page, {.a2a3 = {f16, f32, i32, i16},
                                   .a5 = {f16, f32, bf16, i8, u8, i16, u16, i32, u32, i64, u64}}),
                tiles_of_reduction(tcolsum_page), results_of_columns(tcolsum_page));
}

Constraints scratch_constraints() {
  return {
      same_element("tmp", "src")
          .unchecked_on({a5, cpu})
          .from(tcolsum_page, "tmp has the type of src"),
      located_in("tmp", {Location::vec}).on({a2a3}).from(tcolsum_page, "tmp lies in Vec"),
      nd_layout("tmp").on({a2a3}).from(tcolsum_page, "tmp is row-major without boxes"),
      invariant(nd_layout("tmp"))
          .named("tmp.plain_layout")
          .on({a5, cpu})
          .from(tcolsum_page, "tmp is row-major"),
      plain_fractal("tmp"),
      valid_within_shape("tmp").from("Tile class", "static valid bounds"),
      rows_for_pairs().on(devices).unchecked_on(devices).from(tcolsum_page, "size of tmp"),
      columns_for_pairs().at(launch).from(tcolsum_page,
                                          "run time: valid columns fit in a row of tmp"),
  };
}

}  // namespace

OpSpec TCOLSUM() {
  return {
      .mnemonic = "TCOLSUM",
      .summary = "Sum of the valid elements of every column.",
      .forms =
          {{.name = "plain",
            .operands = {dst, src},
            .lead = "src",
            .constraints = of_src_and_dst(),
            .results = {growing(sums_of_lines(Axis::columns))},
            .scenarios = {wide_columns(), without_rows(), without_columns(), lines_of_one_row()},
            .copies_in = {"single_row"},
            .plans = {"ones", "cancellation", "foursomes", "rare"},
            .usual_rows = 2},
           {.name = "tmp",
            .operands = {dst, src, tmp},
            .lead = "src",
            .attributes = {{"isBinary", {"false", "true"}}},
            .constraints = joined(of_src_and_dst(), scratch_constraints()),
            .results = {growing(sums_of_lines(Axis::columns))},
            .scenarios = {wide_columns(), without_rows(), without_columns(), lines_of_one_row()},
            .copies_in = {"single_row"},
            .plans = {"ones", "cancellation", "foursomes", "rare"},
            .usual_rows = 3}},
      .decisions = {"002-outside-the-valid-region", "030-reductions-in-any-order",
                    "032-reach-of-64-bit-reductions"},
      .ambiguities =
          {{"with an odd number of rows A2A3 adds the last one to the first pair, A5 to the last",
            "decision 030: every order is accepted"},
           {"documents ask for half the rows in tmp rounded up, headers use them rounded down",
            "constraint tmp.pairs: rounded down"},
           {"on A5 the form with tmp has no path for 8-byte types, which its check lets through",
            "decision 032: the sum; erratum E-TCOLSUM-002"},
           {"documents list no valid row among the checks and say that it returns early; the CPU "
            "writes 0",
            "nothing is written; erratum E-TCOLSUM-003"},
           {"the A5 header handles 64 columns of 8-byte elements, the page all",
            "decision 032: all; erratum E-TCOLSUM-001"},
           {"the CPU adds half in half here and in float by rows",
            "decision 030: in the type of dst or wider"},
           {"A2A3 seeds its result with whole blocks, so that dst changes up to the end of a block",
            "decision 002: unspecified outside the valid region"}},
      .notes = {"isBinary is an argument at run time; the page has it as an attribute",
                "a5: rows are Cols apart",
                "cpu: isBinary and tmp are ignored; counts rows in 16 bits"},
      .errata = errata_of_column_sum("TCOLSUM"),
  };
}

}  // namespace assay::ops
