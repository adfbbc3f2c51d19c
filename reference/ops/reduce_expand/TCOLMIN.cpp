// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/reduction.hpp"
#include "reference/ops/reduce_expand/shared/reduction_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* page = "TCOLMIN page";

Constraints of_src_and_dst() {
  return joined(
      types_of_src_and_dst(page, {.a2a3 = {f16, f32, i32, i16},
                                  .a5 = {f16, f32, bf16, i8, u8, i16, u16, i32, u32, i64, u64}}),
      tiles_of_reduction(page),
      Constraints{nd_layout("dst").on(devices).from(page, "dst is row-major without boxes"),
                  equal_columns("dst", "src", page, devices),
                  region_not_empty("src", page, {.on = every_target, .refused = {}})});
}

}  // namespace

OpSpec TCOLMIN() {
  return {
      .mnemonic = "TCOLMIN",
      .family = "reduce_expand",
      .summary = "Smallest valid element of every column.",
      .forms = {{.name = "plain",
                 .operands = {dst, src},
                 .lead = "src",
                 .constraints = of_src_and_dst(),
                 .results = {reduction(Axis::columns, first_64_on_a5(Axis::columns, smallest_of))},
                 .plans = {"ties", "rising"},
                 .usual_rows = 2}},
      .decisions = {"002-outside-the-valid-region", "031-extremes-of-lines",
                    "032-reach-of-64-bit-reductions"},
      .ambiguities =
          {{"the CPU checks no types here, unlike for maxima",
            "constraint src.element on cpu: all types with an order"},
           {"a second page leaves 64-bit types out for A5",
            "constraint src.element on a5: the header's list"},
           {"A2A3 seeds its result with whole blocks, so that dst changes up to the end of a block",
            "decision 002: unspecified outside the valid region"}},
      .notes = {"a5: rows are Cols apart"},
  };
}

}  // namespace assay::ops
