// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* trelu_page = "TRELU page";

}  // namespace

OpSpec TRELU() {
  return {
      .mnemonic = "TRELU",
      .summary = "Every element, or zero where it is negative.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src},
          .lead = "src",
          .constraints = joined(
              element_types("src", trelu_page, {.a2a3 = {i32, f16, f32}, .a5 = {i32, f16, f32}}),
              one_element_type({"dst"}, "src", trelu_page),
              vec_tiles({"dst", "src"}, trelu_page, {.in_vec = devices}),
              equal_regions({"src"}, trelu_page, no_target)),
          .results = {growing(no_arithmetic(per_element({{"src"}}, rectified)))},
          .plans = {"domain"},
      }},
      .decisions = {"002-outside-the-valid-region", "016-nan-and-zero-of-selections"},
      .ambiguities = {{"the rule for NaN and -0 is not documented; the CPU keeps both here, while "
                       "its fused instructions turn both into +0",
                       "decision 016: a NaN stays one, -0 becomes +0; erratum E-TRELU-001"},
                      {"the page lists equal valid regions among the checks and says that they are "
                       "not validated",
                       "constraint src.same_valid_region: a breach need not be refused"}},
      .notes = {},
      .errata = trelu_errata(),
  };
}

}  // namespace assay::ops
