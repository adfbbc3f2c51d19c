// SPDX-License-Identifier: Apache-2.0
// The rules of tiles that are put side by side.
#pragma once

#include "runners/simulator/rules/move.hpp"

namespace assay::simulator {

constexpr bool is_joining_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE}) ||
         is_form(request, "indexed",
                 {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE}) ||
         is_form(request, "counted",
                 {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}
constexpr std::string_view joining_form(const Spelled& spelled) {
  const std::size_t tiles = spelled.call.operands.size();
  return tiles == 3 ? "plain" : tiles == 5 ? "indexed" : "counted";
}

/// The last two tiles give the size that each row takes of both sources, in bytes.
constexpr const assay_operand& left_counts(const Request& request) {
  return *request.operands[request.operands.size() - 2];
}
constexpr const assay_operand& right_counts(const Request& request) {
  return *request.operands.back();
}

constexpr void joined_tile_rules(Rules& rules, const assay_operand& tile) {
  rules.tile(tile);
  rules.type(tile.location == ASSAY_VEC, "tiles must be in Vec");
  rules.type(tile.block_layout == ASSAY_ROW_MAJOR, "tiles must be row-major");
  rules.covered(tile.box_layout == ASSAY_NONE_BOX, "boxes are not put side by side");
}

constexpr void joined_count_rules(Rules& rules, const Request& request) {
  const assay_operand& left = request[1];
  for (std::size_t i = 3; i < request.operands.size(); ++i) {
    const assay_operand& counts = request[i];
    joined_tile_rules(rules, counts);
    rules.type(
        one_of(counts.element, {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32}),
        "counts are integers of 8, 16 or 32 bits");
    rules.covered(counts.element == request[3].element, "one element type for all counts");
    rules.covered(counts.rows >= left.valid_rows, "there must be a count for each row");
  }
  rules.launch(request.form != "counted" || request[3].valid_rows == 1,
               "dstIdx must have one valid row");
}

constexpr void joining_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &left = request[1], &right = request[2];
  for (const assay_operand* tile : {&dst, &left, &right}) {
    joined_tile_rules(rules, *tile);
    rules.type(tile->element == left.element, "one element type for all tiles");
    rules.launch(tile->valid_rows == left.valid_rows, "valid rows must be equal");
  }
  rules.type(one_of(left.element, {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32,
                                   ASSAY_F16, ASSAY_BF16, ASSAY_F32}),
             "this element type is not put side by side");
  if (request.form != "plain") return joined_count_rules(rules, request);
  const std::int64_t both = left.valid_cols + right.valid_cols;
  rules.launch(both <= dst.cols, "dst must have room for both");
  rules.launch(request.machine == Machine::a2a3 || both == dst.valid_cols,
               "dst must have the valid columns of both");
}

}  // namespace assay::simulator
