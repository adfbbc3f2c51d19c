// SPDX-License-Identifier: Apache-2.0
// The rules of fills with the pad of dst.
#pragma once

#include "runners/simulator/rules/move.hpp"

namespace assay::simulator {

// A Mat tile is in both roles: a call names it once, the public C++ spelling twice.
constexpr bool is_padding_form(const Request& request) {
  return is_form(request, "vec", {ASSAY_TILE, ASSAY_TILE}) ||
         (request.op == "TFILLPAD" && (is_form(request, "mat", {ASSAY_TILE}) ||
                                       is_form(request, "mat", {ASSAY_TILE, ASSAY_TILE})));
}
constexpr std::string_view padding_form(const Spelled& spelled) {
  return spelled.call[0].location == ASSAY_MAT ? "mat" : "vec";
}

constexpr void mat_padding_rules(Rules& rules, const Request& request) {
  const assay_operand& tile = request[0];
  rules.tile(tile);
  known_type(rules, request, tile);
  rules.covered(tile.location == ASSAY_MAT, "fills in other places are not simulated");
  rules.covered(width_of(tile.element) >= 8, "elements that share a byte are not simulated");
  rules.type(size_of(tile.element) <= 4, "elements must have 1, 2 or 4 bytes");
  rules.type(tile.block_layout == ASSAY_COL_MAJOR && tile.box_layout == ASSAY_BOX_ROW_MAJOR,
             "a Mat tile must be NZ");
  rules.type(tile.pad == ASSAY_PAD_ZERO || tile.pad == ASSAY_PAD_NULL,
             "the pad of a Mat tile must be Zero or Null");
  rules.covered(request.operands.back()->data == tile.data, "both roles are one tile's");
}

constexpr void padding_rules(Rules& rules, const Request& request) {
  if (request.form == "mat") return mat_padding_rules(rules, request);
  const assay_operand &dst = request[0], &src = request[1];
  for (const assay_operand* tile : request.operands) {
    plain_move_tile(rules, *tile);
    known_type(rules, request, *tile);
    rules.covered(tile->block_layout == ASSAY_ROW_MAJOR || !request.on_device(),
                  "devices fill rows alone");
  }
  rules.type(dst.pad != ASSAY_PAD_NULL, "dst must have a pad");
  rules.type(size_of(dst.element) == size_of(src.element), "elements must have equal sizes");
  rules.type(size_of(src.element) <= 4, "elements must have 1, 2 or 4 bytes");
  if (request.op == "TFILLPAD") {
    rules.type(dst.rows == src.rows && dst.cols == src.cols, "both tiles must have one shape");
  } else {
    rules.type(dst.rows >= src.rows && dst.cols >= src.cols, "dst must be no smaller than src");
  }
  rules.covered(dst.valid_rows >= src.valid_rows && dst.valid_cols >= src.valid_cols,
                "what is valid in src must be valid in dst");
}

// One tile in both roles, or two at one address, which is how the public C++ spells both.
constexpr bool is_in_place_form(const Request& request) {
  return is_form(request, "one", {ASSAY_TILE}) || is_form(request, "two", {ASSAY_TILE, ASSAY_TILE});
}
constexpr std::string_view in_place_form(const Spelled&) { return "two"; }

constexpr void in_place_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = *request.operands.back();
  for (const assay_operand* tile : request.operands) {
    plain_move_tile(rules, *tile);
    known_type(rules, request, *tile);
    rules.covered(tile->block_layout == ASSAY_ROW_MAJOR || !request.on_device(),
                  "devices fill rows alone");
  }
  rules.type(dst.pad != ASSAY_PAD_NULL, "dst must have a pad");
  rules.type(size_of(dst.element) == size_of(src.element), "elements must have equal sizes");
  rules.type(size_of(src.element) <= 4, "elements must have 1, 2 or 4 bytes");
  rules.type(dst.rows == src.rows && dst.cols == src.cols, "both tiles must have one shape");
  rules.covered(dst.block_layout == src.block_layout, "one order of elements in one memory");
  rules.covered(dst.valid_rows >= src.valid_rows && dst.valid_cols >= src.valid_cols,
                "what is valid in src must be valid in dst");
  rules.covered(src.data == dst.data, "both tiles must have one address");
}

}  // namespace assay::simulator
