// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/three_sources.hpp"

namespace assay::ops {
namespace {

constexpr const char* tsubc_page = "TSUBC page";

}  // namespace

OpSpec TSUBC() {
  return {
      .mnemonic = "TSUBC",
      .summary = "src0 - src1 + src2, from left to right.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1, src2},
          .lead = "src0",
          .targets = {cpu},
          .constraints = joined(
              element_types("src0", tsubc_page, {.a2a3 = {}, .a5 = {}}),
              one_element_type({"src1", "src2", "dst"}, "src0", tsubc_page, every_target, {cpu}),
              vec_tiles({"dst", "src0", "src1", "src2"}, tsubc_page, {.one_tile_type = {cpu}}),
              equal_regions({"src0", "src1", "src2"}, tsubc_page, no_target)),
          .results = {from_left_to_right(subtract_add)},
          .plans = {"cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps"},
      .ambiguities = ambiguities_of_three_sources(),
      .notes = notes_of_three_sources(),
  };
}

}  // namespace assay::ops
