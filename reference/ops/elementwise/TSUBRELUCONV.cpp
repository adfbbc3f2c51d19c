// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/elementwise/narrowing.hpp"

namespace assay::ops {
namespace {

constexpr const char* tsubreluconv_page = "TSUBRELUCONV page";

}  // namespace

OpSpec TSUBRELUCONV() {
  std::vector<Ambiguity> open = narrowing_ambiguities();
  open.push_back({"no page documents it; header and tests alone exist",
                  "the header, read like that of the sum"});
  return {
      .mnemonic = "TSUBRELUCONV",
      .summary = "Difference of two tiles, clamped at zero and narrowed.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "src0",
          .targets = devices,
          .constraints =
              joined(element_types("src0", tsubreluconv_page,
                                   {.a2a3 = {f32, f16, i16}, .a5 = {f32, f16, i16}}),
                     one_element_type({"src1"}, "src0", tsubreluconv_page),
                     vec_tiles({"dst", "src0", "src1"}, tsubreluconv_page, {.in_vec = devices}),
                     equal_regions({"src0", "src1"}, tsubreluconv_page, devices),
                     Constraints{narrower_dst(tsubreluconv_page),
                                 region_not_empty("src0", tsubreluconv_page,
                                                  {.on = devices, .refused = devices})}),
          .results = {narrowed_sum(Sum::minus)},
          .plans = {"moderate", "cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps"},
      .ambiguities = std::move(open),
      .notes = {"open: a clamped NaN in the narrower type is decided nowhere",
                "cpu: no implementation, so that a call does not compile",
                "a2a3: one fused instruction; a5: three steps"},
      .errata = tsubreluconv_errata(),
  };
}

}  // namespace assay::ops
