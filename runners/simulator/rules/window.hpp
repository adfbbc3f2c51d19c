// SPDX-License-Identifier: Apache-2.0
// The rules of windows: a tile that is taken out of another, or put into it.
#pragma once

#include <cstdint>

#include "runners/simulator/rules/load.hpp"

namespace assay::simulator {

constexpr bool takes_window(const Request& request) {
  return request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR, ASSAY_SCALAR});
}
/// A window whose elements one descriptor scales, which precedes the indices.
constexpr bool takes_scaled_window(const Request& request) {
  return request.form == "scalar" &&
         request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR, ASSAY_SCALAR, ASSAY_SCALAR});
}
/// Two windows of the third tile, with two indices each.
constexpr bool takes_two_windows(const Request& request) {
  return request.form == "two" && request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR,
                                                 ASSAY_SCALAR, ASSAY_SCALAR, ASSAY_SCALAR});
}
constexpr bool is_extraction_form(const Request& request) {
  const std::string_view form = request.form;
  return takes_scaled_window(request) || takes_two_windows(request) ||
         (takes_window(request) && (form == "cube" || form == "vec" || form == "acc"));
}
constexpr bool is_insertion_form(const Request& request) {
  const std::string_view form = request.form;
  return takes_scaled_window(request) ||
         (takes_window(request) &&
          (form == "mat" || form == "vec" || form == "acc" || form == "split"));
}
constexpr std::string_view extraction_form(const Spelled& spelled) {
  if (spelled.call.operands.size() == 7) return "two";
  if (spelled.call.operands.size() > 4) return "scalar";
  if (spelled.call[1].location == ASSAY_ACC) return "acc";
  return spelled.call[0].location == ASSAY_VEC ? "vec" : "cube";
}
constexpr std::string_view insertion_form(const Spelled& spelled) {
  if (spelled.splits) return "split";
  if (spelled.call.operands.size() > 4) return "scalar";
  if (spelled.call[1].location == ASSAY_ACC) return "acc";
  return spelled.call[0].location == ASSAY_VEC ? "vec" : "mat";
}

/// The two indices of a call; they wrap as uint16_t does.
struct Corner {
  std::int64_t row, col;
};
constexpr Corner corner_of(const Request& request) {
  const std::size_t last = request.operands.size() - 1;
  return {static_cast<std::int64_t>(request[last - 1].scalar_bits & 0xFFFF),
          static_cast<std::int64_t>(request[last].scalar_bits & 0xFFFF)};
}

/// Elements that share a byte stay together: the boxes of both tiles have the same direction.
constexpr bool has_whole_bytes(const Request& request) {
  if (request.machine != Machine::a5 || request.form == "acc" || request.form == "scalar") {
    return false;
  }
  const assay_operand &dst = request[0], &src = request[1];
  const assay_operand& small = request.op == "TINSERT" ? src : dst;
  const bool down = dst.box_layout == ASSAY_BOX_COL_MAJOR;
  const Corner corner = corner_of(request);
  const std::int64_t begin = down ? corner.row : corner.col;
  const std::int64_t size = down ? small.valid_rows : small.valid_cols;
  return down == (src.box_layout == ASSAY_BOX_COL_MAJOR) && begin % 2 == 0 && size % 2 == 0;
}

constexpr void window_tiles(Rules& rules, const Request& request) {
  for (std::size_t i = 0; i < 2; ++i) {
    rules.tile(request[i]);
    const bool halves = width_of(request[i].element) < 8;
    rules.covered(!halves || has_whole_bytes(request),
                  "this window of half bytes is not simulated");
  }
  rules.type(request[0].element == request[1].element, "both tiles must have one element type");
}

/// Where window 0 or 1 of two begins.
constexpr Corner corner_of_window(const Request& request, std::size_t window) {
  return {static_cast<std::int64_t>(request[3 + 2 * window].scalar_bits & 0xFFFF),
          static_cast<std::int64_t>(request[4 + 2 * window].scalar_bits & 0xFFFF)};
}

constexpr void two_window_rules(Rules& rules, const Request& request) {
  const assay_operand& src = request[2];
  rules.covered(request.on_device(), "this machine takes one window at a time");
  rules.tile(src);
  rules.type(one_of(src.element, {ASSAY_I8, ASSAY_F16, ASSAY_BF16, ASSAY_F32, ASSAY_I32}) ||
                 (request.machine == Machine::a5 &&
                  one_of(src.element,
                         {ASSAY_HIF8, ASSAY_E4M3, ASSAY_E5M2, ASSAY_E8M0, ASSAY_E2M1, ASSAY_E1M2})),
             "this element type is not taken apart");
  rules.type(src.location == ASSAY_VEC && is_nd(src), "src must be ND in Vec");
  for (std::size_t window = 0; window < 2; ++window) {
    const assay_operand& dst = request[window];
    rules.tile(dst);
    rules.type(dst.element == src.element, "all tiles must have one element type");
    rules.type(dst.location == ASSAY_VEC && shape_of(dst) == Shape::nz, "dst must be NZ in Vec");
    if (rules.types_alone()) continue;
    const Corner corner = corner_of_window(request, window);
    rules.launch(corner.row + dst.valid_rows <= src.rows && corner.col + dst.valid_cols <= src.cols,
                 "a window must lie inside src");
  }
}

/// Whether an operand of the matrix unit lies as it does on the machine.
constexpr bool is_operand(Machine machine, const assay_operand& tile) {
  if (tile.location == ASSAY_RIGHT) return shape_of(tile) == Shape::zn;
  return shape_of(tile) == (machine == Machine::a2a3 ? Shape::zz : Shape::nz);
}

constexpr void operand_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  const bool narrow = one_of(src.element, {ASSAY_I8, ASSAY_F16, ASSAY_BF16, ASSAY_F32});
  const bool a5 =
      one_of(src.element, {ASSAY_HIF8, ASSAY_E5M2, ASSAY_E4M3, ASSAY_E8M0, ASSAY_E2M1, ASSAY_E1M2});
  rules.type(narrow || (a5 && request.machine != Machine::a2a3), "no operand has this type");
  rules.type(dst.location == ASSAY_LEFT || dst.location == ASSAY_RIGHT, "dst is Left or Right");
  rules.covered(src.location == ASSAY_MAT, "operands come from Mat here");
  rules.type(!request.on_device() || shape_of(src) == Shape::nz || shape_of(src) == Shape::zn,
             "src must be NZ or ZN");
  rules.covered(is_operand(request.machine, dst), "dst has another layout on this machine");
}

constexpr void extraction_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  window_tiles(rules, request);
  if (request.form == "cube") {
    operand_rules(rules, request);
  } else {
    rules.type(!request.on_device() ||
                   one_of(src.element, {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32,
                                        ASSAY_U32, ASSAY_F16, ASSAY_BF16, ASSAY_F32}),
               "elements must have 1, 2 or 4 bytes");
    rules.covered(src.location == ASSAY_VEC && shape_of(dst) == shape_of(src),
                  "tiles of other places or layouts are not simulated");
  }
  const Corner corner = corner_of(request);
  rules.launch(corner.row + dst.rows <= src.rows && corner.col + dst.cols <= src.cols,
               "the window must lie inside src");
}

/// A copy from Vec to Mat that names in how many transfers it is made.
constexpr void split_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.type(src.location == ASSAY_VEC, "what is split comes from Vec");
  rules.type(dst.location == ASSAY_MAT, "what is split goes to Mat");
  rules.type(shape_of(src) == Shape::nz, "what is split is NZ");
  rules.covered(request.machine == Machine::a5, "this machine splits no copy");
  rules.covered(shape_of(dst) == Shape::nz, "splits go into NZ");
}

constexpr void insertion_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  if (request.form == "split") split_rules(rules, request);
  window_tiles(rules, request);
  rules.covered(request.machine != Machine::a2a3, "this machine puts accumulators alone");
  rules.type(one_of(src.element, {ASSAY_F16, ASSAY_BF16, ASSAY_F32, ASSAY_I32, ASSAY_I8, ASSAY_HIF8,
                                  ASSAY_E4M3, ASSAY_E5M2, ASSAY_E8M0, ASSAY_E2M1, ASSAY_E1M2}),
             "this element type is not put");
  rules.covered(src.location == ASSAY_VEC, "what is put comes from Vec here");
  rules.type(!request.on_device() || shape_of(dst) == shape_of(src), "both tiles have one layout");
  rules.type(!request.on_device() || dst.location != ASSAY_VEC || shape_of(src) == Shape::nd ||
                 shape_of(src) == Shape::nz,
             "Vec tiles are put as ND or NZ");
  const Corner corner = corner_of(request);
  const bool lines = request.on_device() && shape_of(dst) == Shape::zn;
  const std::int64_t block = 32 / size_of(dst.element);
  rules.launch(!lines || (corner.row % block == 0 && src.valid_rows % block == 0),
               "into ZN the first row and the number of rows are multiples of 32 bytes");
  rules.launch(corner.row + src.valid_rows <= dst.rows && corner.col + src.valid_cols <= dst.cols,
               "the window must lie inside dst");
}

}  // namespace assay::simulator
