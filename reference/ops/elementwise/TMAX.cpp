// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"

namespace assay::ops {

OpSpec TMAX() {
  constexpr const char* page = "TMAX page";
  return {
      .mnemonic = "TMAX",
      .summary = "Larger of two tiles, element by element.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "src0",
          .constraints =
              joined(element_types("src0", page,
                                   {.a2a3 = {i16, i32, f16, f32}, .a5 = arithmetic_elements}),
                     one_element_type({"src1", "dst"}, "src0", page),
                     vec_tiles({"dst", "src0", "src1"}, page, {.in_vec = devices}),
                     equal_regions({"src0", "src1"}, page, no_target)),
          .results = {growing(extreme_of_two({{"src0"}, {"src1"}}, true))},
          .plans = {"ties", "cancellation"},
      }},
      .decisions = {"002-outside-the-valid-region", "016-nan-and-zero-of-selections"},
      .ambiguities =
          {{"no page says what a NaN gives: the CPU compares and keeps src0 unless src1 is better, "
            "upstream golden data propagate NaN, the formal draft takes the number",
            "decision 016: the number; two NaN give one; erratum E-TMAX-001"},
           {"zeros of both signs: the CPU keeps src0, the formal draft orders -0 below +0",
            "decision 016: as the draft has it; erratum E-TMAX-001"},
           {"the page lists equal valid regions among the checks and says that they are not "
            "validated",
            "constraints src0.same_valid_region and src1.same_valid_region: a breach need not be "
            "refused"},
           sources_outside_their_region(),
           {"a tile page lists neither bf16 nor 64-bit integers for A5; the header takes both",
            "constraint src0.element on a5: the header's list"}},
      .notes = {"a5: 64-bit integers are compared in halves, the high one by the sign of the type"},
      .errata = tmax_errata(),
  };
}

}  // namespace assay::ops
