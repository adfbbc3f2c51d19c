// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/elementwise/narrowing.hpp"

namespace assay::ops {
namespace {

constexpr const char* taddreluconv_page = "TADDRELUCONV page";

}  // namespace

OpSpec TADDRELUCONV() {
  std::vector<Ambiguity> open = narrowing_ambiguities();
  open.push_back({"the file of the page differs in case from the instruction",
                  "the manual's spelling of the instruction"});
  return {
      .mnemonic = "TADDRELUCONV",
      .summary = "Sum of two tiles, clamped at zero and narrowed.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "src0",
          .targets = devices,
          .constraints =
              joined(element_types("src0", taddreluconv_page,
                                   {.a2a3 = {f32, f16, i16}, .a5 = {f32, f16, i16}}),
                     one_element_type({"src1"}, "src0", taddreluconv_page),
                     vec_tiles({"dst", "src0", "src1"}, taddreluconv_page, {.in_vec = devices}),
                     equal_regions({"src0", "src1"}, taddreluconv_page, devices),
                     Constraints{narrower_dst(taddreluconv_page),
                                 region_not_empty("src0", taddreluconv_page,
                                                  {.on = devices, .refused = devices})}),
          .results = {narrowed_sum(Sum::plus)},
          .plans = {"moderate", "cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps"},
      .ambiguities = std::move(open),
      .notes = {"open: a clamped NaN in the narrower type is decided nowhere",
                "cpu: no implementation, so that a call does not compile",
                "a2a3: one fused instruction; a5: three steps"},
      .errata = taddreluconv_errata(),
  };
}

}  // namespace assay::ops
