// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"

namespace assay::ops {

OpSpec TSUB() {
  constexpr const char* page = "TSUB page";
  return {
      .mnemonic = "TSUB",
      .summary = "Difference of two tiles, element by element.",
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
          .results = {difference({{"src0"}, {"src1"}})},
          .plans = {"cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow"},
      .ambiguities =
          {overflow_is_open(),
           sources_outside_their_region(),
           {"the page asks for equal valid shapes at run time and says elsewhere that they are not "
            "validated; headers check them in debug builds",
            "constraints src0.same_valid_region and src1.same_valid_region: a breach need not be "
            "refused"},
           {"a tile page lists neither bf16 nor 64-bit integers for A5; the header takes both",
            "constraint src0.element on a5: the header's list"}},
      .notes = {"a5: 64-bit integers are subtracted in halves with a borrow",
                "cpu: a debug check of valid regions is never active"},
      .errata = anywhere_on_devices("TSUB", 1, "TSub.hpp"),
  };
}

}  // namespace assay::ops
