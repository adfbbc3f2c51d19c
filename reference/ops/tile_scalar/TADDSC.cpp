// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/sum_with_scalar.hpp"

namespace assay::ops {
namespace {

constexpr const char* page = "TADDSC page";

}  // namespace

OpSpec TADDSC() {
  return {
      .mnemonic = "TADDSC",
      .summary = "A tile plus a scalar plus a second tile.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, scalar, src1},
          .lead = "src0",
          .targets = {cpu},
          .constraints = joined(
              element_types("src0", page, {.a2a3 = {}, .a5 = {}}),
              one_element_type({"src1", "dst"}, "src0", page, every_target, {cpu}),
              vec_tiles({"dst", "src0", "src1"}, page, {.one_tile_type = {cpu}}),
              equal_regions({"src0", "src1"}, page, no_target), scalar_argument({.tile = "src0"})),
          .results = {sum_with_scalar(add_add)},
          .plans = {"cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps", "020-scalar-arguments"},
      .ambiguities = sum_with_scalar_ambiguities(),
      .notes = sum_with_scalar_notes(),
  };
}

}  // namespace assay::ops
