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

// ---- TGATHER ----

constexpr bool is_gather_form(const Request& request) {
  return is_form(request, "index", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE}) ||
         is_form(request, "mask", {ASSAY_TILE, ASSAY_TILE}) ||
         is_form(request, "compare",
                 {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR});
}
constexpr std::string_view gather_form(const Spelled& spelled) {
  const std::size_t count = spelled.call.operands.size();
  if (count == 2) return "mask";
  return count == 4 ? "index" : "compare";
}

constexpr bool has_bytes(std::uint32_t element, std::initializer_list<std::int64_t> sizes) {
  for (const std::int64_t size : sizes) {
    if (width_of(element) == 8 * size) return true;
  }
  return false;
}

constexpr bool is_small_float(std::uint32_t element) {
  return one_of(element, {ASSAY_E4M3, ASSAY_E5M2, ASSAY_HIF8});
}

/// Of elements that are moved as they are.
constexpr void picked_type_rules(Rules& rules, const Request& request, std::uint32_t element) {
  const bool word = one_of(element, {ASSAY_I64, ASSAY_U64});
  if (request.machine == Machine::a2a3) {
    rules.type(has_bytes(element, {2, 4}), "elements must have 2 or 4 bytes");
    return;
  }
  const bool small = is_small_float(element) && request.form == "mask";
  rules.type(is_gathered_type(element) || word || small, "this element type is not gathered");
}

constexpr void pick_by_index_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1], &indices = request[2],
                      &room = request[3];
  const bool first = request.machine == Machine::a2a3, second = request.machine == Machine::a5;
  picked_type_rules(rules, request, src.element);
  rules.type(dst.element == src.element, "one element type for dst and src0");
  const bool words = one_of(indices.element, {ASSAY_I32, ASSAY_U32});
  rules.type(words || (second && one_of(indices.element, {ASSAY_I16, ASSAY_U16})),
             "indices must be integers of 32 bits, or of 16 on a5");
  rules.type(!first || room.element == indices.element, "tmp must have the type of src1");
  rules.launch(!first || (room.rows == indices.valid_rows && room.cols == indices.valid_cols),
               "tmp must be as large as the valid src1");
  rules.launch(!second || indices.valid_cols == indices.cols, "all columns of src1 must be valid");
  rules.launch(!request.on_device() || dst.valid_cols == dst.cols,
               "all columns of dst must be valid");
}

constexpr void pick_by_mask_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  picked_type_rules(rules, request, src.element);
  picked_type_rules(rules, request, dst.element);
  rules.type(width_of(dst.element) == width_of(src.element), "elements must be equally wide");
  rules.launch(dst.valid_cols == dst.cols, "all columns of dst must be valid");
}

constexpr void pick_by_comparison_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1], &limits = request[2],
                      &counts = request[3];
  const bool first = request.machine == Machine::a2a3;
  const std::string_view mode = request.attribute("cmpMode");
  rules.type(one_of(dst.element, {ASSAY_I32, ASSAY_U32}), "dst must be int32_t or uint32_t");
  rules.type(one_of(src.element, {ASSAY_F32, ASSAY_F16, ASSAY_I32}) ||
                 (!first && one_of(src.element, {ASSAY_I16, ASSAY_U16, ASSAY_U32})),
             "this element type is not compared");
  rules.type(limits.element == ASSAY_U32 ||
                 limits.element == (request.machine == Machine::a5 ? ASSAY_U16 : ASSAY_I32),
             "this element type is none of thresholds");
  rules.covered(counts.element == dst.element, "counts must have the type of indices");
  rules.type(mode.empty() || mode == "GT" || mode == "EQ", "cmpMode must be GT or EQ");
  rules.type(!first || src.element != ASSAY_I32 || mode != "GT", "int32_t is compared in EQ mode");
  rules.covered(limits.valid_rows >= src.valid_rows && counts.valid_rows >= src.valid_rows,
                "every row needs a threshold and a count");
}

constexpr void gather_rules(Rules& rules, const Request& request) {
  const bool columns = request.form == "compare";
  for (std::size_t i = 0; i < request.operands.size(); ++i) {
    const assay_operand& tile = request[i];
    if (tile.kind != ASSAY_TILE) continue;
    gathered_tile_rules(rules, request, tile);
    const bool in_rows = tile.block_layout == ASSAY_ROW_MAJOR;
    if (columns && (i == 2 || i == 3)) {
      rules.covered(!in_rows && tile.cols == 1, "a column with a value for each row is needed");
    }
    rules.type(request.form != "mask" || in_rows, "tiles must be row-major");
  }
  if (request.form == "index") return pick_by_index_rules(rules, request);
  if (request.form == "mask") return pick_by_mask_rules(rules, request);
  pick_by_comparison_rules(rules, request);
}

}  // namespace assay::simulator
