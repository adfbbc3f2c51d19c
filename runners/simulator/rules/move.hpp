// SPDX-License-Identifier: Apache-2.0
// The rules of moves from tile to tile.
#pragma once

#include <cstdint>

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

/// The compiler of the first generation knows no float of 8 bits.
constexpr void known_type(Rules& rules, const Request& request, const assay_operand& tile) {
  const bool small = one_of(tile.element, {ASSAY_E4M3, ASSAY_E5M2, ASSAY_E8M0, ASSAY_HIF8});
  rules.type(request.machine != Machine::a2a3 || !small, "this target has no float of 8 bits");
}

/// Rules of the simulator for a tile that is moved from or to: Vec, without boxes, whole bytes.
constexpr void plain_move_tile(Rules& rules, const assay_operand& tile) {
  rules.tile(tile);
  rules.covered(tile.location == ASSAY_VEC, "moves outside of Vec are not simulated");
  rules.covered(tile.box_layout == ASSAY_NONE_BOX, "moves of boxes are not simulated");
  rules.covered(width_of(tile.element) >= 8, "elements that share a byte are not simulated");
}

constexpr bool is_transposition_form(const Request& request) {
  return is_form(request, "tile", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}
constexpr std::string_view tile_form(const Spelled&) { return "tile"; }

constexpr void transposition_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  for (const assay_operand* tile : request.operands) plain_move_tile(rules, *tile);
  rules.type(size_of(dst.element) == size_of(src.element), "elements must have equal sizes");
  if (!request.on_device()) return;
  rules.type(one_of(src.element, {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32,
                                  ASSAY_F16, ASSAY_BF16, ASSAY_F32}),
             "elements must have 1, 2 or 4 bytes");
  rules.type(src.block_layout == ASSAY_ROW_MAJOR, "src must be row-major");
  rules.covered(dst.block_layout == ASSAY_ROW_MAJOR, "devices write rows alone");
}

}  // namespace assay::simulator
