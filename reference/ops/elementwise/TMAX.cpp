// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {
namespace {

constexpr const char* page = "TMAX page";

Result larger_value() { return per_element({{"src0"}, {"src1"}}, larger); }

}  // namespace

OpSpec TMAX() {
  return {
      .mnemonic = "TMAX",
      .family = "elementwise",
      .summary = "Larger of two tiles, element by element.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "src0",
          .constraints =
              joined(element_types("src0", page,
                                   {.a2a3 = {i16, i32, f16, f32}, .a5 = arithmetic_elements}),
                     one_element_type({"src1", "dst"}, "src0", page),
                     vec_tiles({"dst", "src0", "src1"}, page),
                     equal_regions({"src0", "src1"}, page, devices)),
          .results = {larger_value()},
          .plans = {"ties", "cancellation"},
      }},
      .decisions = {"002-outside-the-valid-region", "016-nan-and-zero-of-selections"},
      .ambiguities =
          {{"no page says what a NaN gives: the CPU compares and keeps src0 unless src1 is "
            "greater, upstream golden data propagate NaN, devices are unknown",
            "decision 016: exact on cpu; on devices one NaN is target-defined, two give a NaN"},
           {"zeros of both signs: the CPU keeps src0, devices are unknown",
            "decision 016: exact on cpu, any of the two zeros on devices"},
           sources_outside_their_region(),
           {"a tile page lists neither bf16 nor 64-bit integers for A5; the header takes both",
            "constraint src0.element on a5: the header's list"}},
      .notes = {"a5: 64-bit integers are compared in halves, the high one by the sign of the type",
                "a2a3, a5: Vec is documented and not asserted"},
  };
}

}  // namespace assay::ops
