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

constexpr bool is_scatter_form(const Request& request) {
  return is_form(request, "index", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE}) ||
         is_form(request, "mask", {ASSAY_TILE, ASSAY_TILE});
}
constexpr std::string_view scatter_form(const Spelled& spelled) {
  return spelled.call.operands.size() == 3 ? "index" : "mask";
}

/// Lanes of a group, of which a pattern sets one.
struct MaskLanes {
  std::int64_t count, set;
};
constexpr MaskLanes mask_lanes(std::string_view pattern) {
  if (pattern == "P0101") return {2, 0};
  if (pattern == "P1010") return {2, 1};
  if (pattern == "P0001") return {4, 0};
  if (pattern == "P0010") return {4, 1};
  if (pattern == "P0100") return {4, 2};
  if (pattern == "P1000") return {4, 3};
  return {1, 0};
}

constexpr void spread_by_mask_rules(Rules& rules, const Request& request) {
  if (rules.types_alone()) return;
  const assay_operand &dst = request[0], &src = request[1];
  const bool down = request.attribute("ScatterAxis") == "SCATTER_COL";
  const std::int64_t lanes = mask_lanes(request.attribute("MaskPattern")).count;
  rules.launch(dst.valid_rows == src.valid_rows * (down ? lanes : 1) &&
                   dst.valid_cols == src.valid_cols * (down ? 1 : lanes),
               "the expanded size must be that of dst");
}

constexpr void scatter_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  for (const assay_operand* tile : request.operands) {
    gathered_tile_rules(rules, request, *tile);
    rules.covered(tile->block_layout == ASSAY_ROW_MAJOR, "tiles must be row-major");
  }
  const bool word = one_of(src.element, {ASSAY_I64, ASSAY_U64});
  rules.type(is_gathered_type(src.element) || (word && request.machine == Machine::a5),
             "this element type is not scattered");
  rules.type(src.element == dst.element, "one element type for src and dst");
  if (request.form == "mask") return spread_by_mask_rules(rules, request);
  const assay_operand& indices = request[2];
  const bool wide = size_of(dst.element) >= 4;
  rules.type(wide ? one_of(indices.element, {ASSAY_I32, ASSAY_U32})
                  : one_of(indices.element, {ASSAY_I16, ASSAY_U16}),
             "indices must be as wide as elements, and have 2 or 4 bytes");
  rules.covered(indices.valid_rows >= src.valid_rows && indices.valid_cols >= src.valid_cols,
                "every element needs an index");
}

}  // namespace assay::simulator
