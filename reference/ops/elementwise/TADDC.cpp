// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/three_sources.hpp"

namespace assay::ops {
namespace {

constexpr const char* taddc_page = "TADDC page";

}  // namespace

OpSpec TADDC() {
  return {
      .mnemonic = "TADDC",
      .summary = "src0 + src1 + src2, from left to right.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1, src2},
          .lead = "src0",
          .targets = {cpu},
          .constraints = joined(
              element_types("src0", taddc_page, {.a2a3 = {}, .a5 = {}}),
              one_element_type({"src1", "src2", "dst"}, "src0", taddc_page, every_target, {cpu}),
              vec_tiles({"dst", "src0", "src1", "src2"}, taddc_page, {.one_tile_type = {cpu}}),
              equal_regions({"src0", "src1", "src2"}, taddc_page, no_target)),
          .results = {from_left_to_right(add_add)},
          .plans = {"cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps"},
      .ambiguities = ambiguities_of_three_sources(),
      .notes = notes_of_three_sources(),
  };
}

}  // namespace assay::ops
