// SPDX-License-Identifier: Apache-2.0
// The rules of tiles that are put side by side.
#pragma once

#include "runners/simulator/rules/move.hpp"

namespace assay::simulator {

constexpr bool is_joining_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}

constexpr void joining_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &left = request[1], &right = request[2];
  for (const assay_operand* tile : request.operands) {
    rules.tile(*tile);
    rules.type(tile->location == ASSAY_VEC, "tiles must be in Vec");
    rules.type(tile->block_layout == ASSAY_ROW_MAJOR, "tiles must be row-major");
    rules.type(tile->element == left.element, "one element type for all tiles");
    rules.launch(tile->valid_rows == left.valid_rows, "valid rows must be equal");
    rules.covered(tile->box_layout == ASSAY_NONE_BOX, "boxes are not put side by side");
  }
  rules.type(one_of(left.element, {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32,
                                   ASSAY_F16, ASSAY_BF16, ASSAY_F32}),
             "this element type is not put side by side");
  const std::int64_t both = left.valid_cols + right.valid_cols;
  rules.launch(both <= dst.cols, "dst must have room for both");
  rules.launch(request.machine == Machine::a2a3 || both == dst.valid_cols,
               "dst must have the valid columns of both");
}

}  // namespace assay::simulator
