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
  const bool known = request.form == "tile" || request.form == "image";
  return known && request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}
constexpr std::string_view transposition_form(const Spelled& spelled) {
  return (spelled.call[0].flags & ASSAY_CONV_TILE) != 0 ? "image" : "tile";
}

/// Whether an image can become one of the other layout.
constexpr bool is_image_conversion(std::uint32_t from, std::uint32_t to) {
  switch (to) {
    case ASSAY_NC1HWC0:
      return from == ASSAY_NCHW;
    case ASSAY_GNC1HWC0:
      return from == ASSAY_GNCHW;
    case ASSAY_NCHW:
    case ASSAY_FRACTAL_Z:
      return from == ASSAY_NC1HWC0;
    case ASSAY_GNCHW:
      return from == ASSAY_GNC1HWC0;
    default:
      return to == ASSAY_FRACTAL_Z_3D && from == ASSAY_NCDHW;
  }
}

constexpr std::uint32_t dimensions_of(std::uint32_t layout) {
  if (layout == ASSAY_NCHW || layout == ASSAY_FRACTAL_Z || layout == ASSAY_FRACTAL_Z_3D) return 4;
  return layout == ASSAY_GNC1HWC0 ? 6 : 5;
}

constexpr void image_conversion_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.conv_tile(dst);
  rules.conv_tile(src);
  plain_move_tile(rules, request[2]);
  rules.type(dst.element == src.element, "images are converted in one element type");
  rules.type(!request.on_device() ||
                 one_of(src.element, {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32,
                                      ASSAY_U32, ASSAY_F16, ASSAY_BF16, ASSAY_F32}),
             "elements must have 1, 2 or 4 bytes");
  rules.covered(dst.location == ASSAY_VEC && src.location == ASSAY_VEC,
                "images are converted in Vec");
  rules.covered(is_image_conversion(src.layout, dst.layout), "no conversion of images is of these");
  rules.covered(dst.rank == dimensions_of(dst.layout) && src.rank == dimensions_of(src.layout),
                "an image has other dimensions than its layout");
  rules.covered(conv_elements(src) > 0 && conv_elements(dst) > 0, "an image has no elements");
}

constexpr void transposition_rules(Rules& rules, const Request& request) {
  if (request.form == "image") return image_conversion_rules(rules, request);
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
