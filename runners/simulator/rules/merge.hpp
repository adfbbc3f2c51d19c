// SPDX-License-Identifier: Apache-2.0
// The rules of merges of sorted lists.
#pragma once

#include <cstdint>
#include <limits>

#include "runners/simulator/rules/move.hpp"

namespace assay::simulator {

namespace merge {

inline constexpr const char* stops = "exhausted";  ///< the attribute
inline constexpr std::int64_t ways = 4;            ///< lists of one merge
inline constexpr std::size_t first_list = 3;       ///< operand, after dst, the counts and tmp

}  // namespace merge

constexpr bool is_merge_form(const Request& request) {
  return is_form(request, "blocks", {ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR}) ||
         is_form(request, "two", {ASSAY_TILE, ASSAY_GLOBAL, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE}) ||
         is_form(request, "three",
                 {ASSAY_TILE, ASSAY_GLOBAL, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE}) ||
         is_form(request, "four",
                 {ASSAY_TILE, ASSAY_GLOBAL, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE,
                  ASSAY_TILE});
}
constexpr std::string_view merge_form(const Spelled& spelled) {
  switch (spelled.call.operands.size()) {
    case 5:
      return "two";
    case 6:
      return "three";
    case 7:
      return "four";
    default:
      return "blocks";
  }
}

/// blockLen, in elements, and the columns of src.
constexpr void merged_block_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.type(request[2].element == ASSAY_U32, "blockLen must be uint32");
  const auto length = static_cast<std::int64_t>(request[2].scalar_bits & 0xFFFFFFFFU);
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const std::int64_t group = length == 0 ? most : merge::ways * length;
  rules.launch(length % 64 == 0, "blockLen must be a multiple of 64");
  rules.launch(src.valid_cols >= group && src.valid_cols / group <= 255,
               "src must have 1 to 255 times four blocks");
  rules.launch(src.valid_cols % group == 0, "src must have whole groups of four blocks");
  rules.covered(dst.cols >= src.valid_cols, "dst must have room for src");
}

constexpr void merge_rules(Rules& rules, const Request& request) {
  std::int64_t bytes = 0;
  const bool lists = request.form != "blocks";
  const std::uint32_t element = request[lists ? merge::first_list : 1].element;
  rules.type(one_of(element, {ASSAY_F16, ASSAY_F32}), "values must be half or float");
  for (const assay_operand* tile : request.operands) {
    if (tile->kind != ASSAY_TILE) continue;
    rules.tile(*tile);
    rules.type(tile->location == ASSAY_VEC, "tiles must be in Vec");
    rules.type(tile->block_layout == ASSAY_ROW_MAJOR, "tiles must be row-major");
    rules.type(tile->rows == 1, "tiles must have one row");
    rules.type(tile->element == element, "tiles must have one element type");
    rules.covered(tile->box_layout == ASSAY_NONE_BOX, "boxes are not merged");
    if (!lists || tile != &request[0]) bytes += tile->cols * size_of(tile->element);
  }
  const std::int64_t room = request.machine == Machine::a5 ? 256 : 192;
  rules.type(!request.on_device() || bytes < room * 1024, "tiles must fit into the memory");
  if (!lists) return merged_block_rules(rules, request);
  rules.global(request[1]);
  rules.type(request[1].element == ASSAY_U16, "counts must be uint16");
}

}  // namespace assay::simulator
