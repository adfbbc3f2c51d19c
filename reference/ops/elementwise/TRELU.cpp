// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {
namespace {

constexpr const char* page = "TRELU page";

}  // namespace

OpSpec TRELU() {
  return {
      .mnemonic = "TRELU",
      .family = "elementwise",
      .summary = "Every element, or zero where it is negative.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src},
          .lead = "src",
          .constraints =
              joined(element_types("src", page, {.a2a3 = {i32, f16, f32}, .a5 = {i32, f16, f32}}),
                     one_element_type({"dst"}, "src", page),
                     vec_tiles({"dst", "src"}, page, {.in_vec = devices}),
                     equal_regions({"src"}, page, every_target)),
          .results = {per_element({{"src"}}, rectified)},
          .plans = {"domain"},
      }},
      .decisions = {"002-outside-the-valid-region", "016-nan-and-zero-of-selections"},
      .ambiguities = {{"the rule for NaN and -0 is not documented; the CPU keeps both here, while "
                       "its fused instructions turn both into +0",
                       "decision 016: kept on cpu; on devices a NaN is target-defined and -0 may "
                       "become any zero"}},
      .notes = {},
  };
}

}  // namespace assay::ops
