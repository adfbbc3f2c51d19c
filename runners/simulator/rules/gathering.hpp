// SPDX-License-Identifier: Apache-2.0
// The rules of elements that are read or written where another tile says.
#pragma once

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

constexpr bool is_gathered_type(std::uint32_t element) {
  return one_of(element, {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_F16,
                          ASSAY_BF16, ASSAY_F32});
}

/// Of every tile of these instructions.
constexpr void gathered_tile_rules(Rules& rules, const Request& request,
                                   const assay_operand& tile) {
  rules.tile(tile);
  rules.type(!request.on_device() || tile.location == ASSAY_VEC, "tiles must be in Vec");
  rules.covered(tile.box_layout == ASSAY_NONE_BOX, "boxes are not gathered");
}

constexpr bool is_byte_gather_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}

constexpr void byte_gather_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1], &offsets = request[2];
  for (const assay_operand* tile : request.operands) gathered_tile_rules(rules, request, *tile);
  rules.type(is_gathered_type(dst.element), "elements have 1, 2 or 4 bytes");
  rules.type(src.element == dst.element, "one element type for src and dst");
  rules.type(dst.block_layout == ASSAY_ROW_MAJOR, "dst must be row-major");
  rules.covered(src.block_layout == ASSAY_ROW_MAJOR && offsets.block_layout == ASSAY_ROW_MAJOR,
                "tiles must be row-major");
  rules.covered(offsets.element == ASSAY_U32, "offsets are uint32");
  rules.covered(offsets.valid_rows >= dst.valid_rows && offsets.valid_cols >= dst.valid_cols,
                "every element needs an offset");
}

}  // namespace assay::simulator
