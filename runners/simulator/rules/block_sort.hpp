// SPDX-License-Identifier: Apache-2.0
// The rules of sorts of blocks.
#pragma once

#include <cstdint>

#include "runners/simulator/rules/move.hpp"

namespace assay::simulator {

namespace block_sort {

inline constexpr std::int64_t length = 32;  ///< of a block

}  // namespace block_sort

constexpr bool is_block_sort_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE}) ||
         is_form(request, "tmp", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}
constexpr std::string_view block_sort_form(const Spelled& spelled) {
  return spelled.call.operands.size() == 4 ? "tmp" : "plain";
}

constexpr void block_sort_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1], &idx = request[2];
  for (const assay_operand* tile : request.operands) {
    rules.tile(*tile);
    rules.type(tile->location == ASSAY_VEC, "tiles must be in Vec");
    rules.type(tile->block_layout == ASSAY_ROW_MAJOR, "tiles must be row-major");
    rules.covered(tile->box_layout == ASSAY_NONE_BOX, "boxes are not sorted");
  }
  rules.type(one_of(src.element, {ASSAY_F16, ASSAY_F32}), "values must be half or float");
  rules.type(dst.element == src.element, "dst must have the element type of src");
  rules.type(idx.element == ASSAY_U32, "indices must be uint32");
  rules.launch(request.form == "tmp" || src.valid_cols % block_sort::length == 0,
               "without tmp the valid columns must be a multiple of 32");
  rules.covered(
      idx.valid_cols == src.valid_cols && (idx.valid_rows == 1 || idx.valid_rows == src.valid_rows),
      "there must be an index for each value");
  rules.covered(dst.cols * size_of(dst.element) >= 8 * src.valid_cols && dst.rows >= src.valid_rows,
                "dst must have room for a pair for each value");
}

}  // namespace assay::simulator
