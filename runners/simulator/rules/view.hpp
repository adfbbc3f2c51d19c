// SPDX-License-Identifier: Apache-2.0
// The rules of views: a tile that has the bytes of another one.
#pragma once

#include <cstdint>

#include "runners/simulator/rules/window.hpp"

namespace assay::simulator {

constexpr bool is_reshape_form(const Request& request) {
  return request.takes({ASSAY_TILE, ASSAY_TILE}) &&
         (request.form == "vec" || request.form == "mat");
}
constexpr std::string_view reshape_form(const Spelled& spelled) {
  return spelled.call[1].location == ASSAY_VEC ? "vec" : "mat";
}
constexpr bool is_subview_form(const Request& request) {
  return takes_window(request) && request.form == "plain";
}

constexpr void view_tiles(Rules& rules, const Request& request) {
  for (std::size_t i = 0; i < 2; ++i) {
    rules.tile(request[i]);
    rules.covered(width_of(request[i].element) >= 8, "views of half bytes are not simulated");
  }
  rules.type(request[0].location == request[1].location, "both tiles must lie in one memory");
}

constexpr void reshape_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  view_tiles(rules, request);
  rules.type(
      dst.rows * dst.cols * size_of(dst.element) == src.rows * src.cols * size_of(src.element),
      "both tiles must have as many bytes");
  rules.type((dst.box_layout == ASSAY_NONE_BOX) == (src.box_layout == ASSAY_NONE_BOX),
             "both tiles must have boxes, or none");
}

constexpr void subview_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  view_tiles(rules, request);
  rules.covered(src.location == ASSAY_VEC || src.location == ASSAY_MAT,
                "windows outside of Vec and Mat are not simulated");
  rules.covered(dst.element == src.element, "a view of another type is not simulated");
  rules.covered(dst.box_layout == ASSAY_NONE_BOX && src.box_layout == ASSAY_NONE_BOX,
                "windows of boxes are not simulated");
  rules.type(dst.block_layout == src.block_layout, "both tiles must have one BLayout");
  const bool down = src.block_layout == ASSAY_COL_MAJOR;
  rules.covered(down ? dst.rows == src.rows : dst.cols == src.cols,
                "dst must have the steps of src");
  if (rules.types_alone()) return;
  const Corner corner = corner_of(request);
  rules.covered(corner.row + dst.valid_rows <= src.valid_rows &&
                    corner.col + dst.valid_cols <= src.valid_cols,
                "the window must be valid in src");
}

}  // namespace assay::simulator
