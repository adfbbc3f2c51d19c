// SPDX-License-Identifier: Apache-2.0
// The rules of loads: which views of global memory go into which tiles.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runners/simulator/rules/row.hpp"

namespace assay::simulator {

/// Orders of a tile's elements.
enum class Shape : std::uint8_t { nd, dn, nz, zn, zz, nn };

constexpr Shape shape_of(const assay_operand& tile) {
  const bool down = tile.block_layout == ASSAY_COL_MAJOR;
  if (tile.box_layout == ASSAY_NONE_BOX) return down ? Shape::dn : Shape::nd;
  const bool inside_down = tile.box_layout == ASSAY_BOX_COL_MAJOR;
  if (down) return inside_down ? Shape::nn : Shape::nz;
  return inside_down ? Shape::zn : Shape::zz;
}

constexpr bool is_mx(std::uint32_t layout) {
  return layout >= ASSAY_MX_A_ND && layout <= ASSAY_MX_B_NN;
}

constexpr bool is_mx_a(std::uint32_t layout) {
  return layout >= ASSAY_MX_A_ND && layout <= ASSAY_MX_A_ZZ;
}

constexpr bool same_layout(std::uint32_t layout, Shape shape) {
  return (layout == ASSAY_ND && shape == Shape::nd) || (layout == ASSAY_DN && shape == Shape::dn) ||
         (layout == ASSAY_NZ && shape == Shape::nz);
}

constexpr bool rewrites(std::uint32_t layout, Shape shape) {
  return (layout == ASSAY_ND && shape == Shape::nz) || (layout == ASSAY_DN && shape == Shape::zn);
}

constexpr bool statically(const assay_operand& global, std::uint32_t dim, std::int64_t size) {
  return (global.flags & ASSAY_DYNAMIC_SHAPE(dim)) == 0 && global.shape[dim] == size;
}

/// A dynamic dimension may have any size while types are all that is known.
constexpr bool may_be(const Rules& rules, const assay_operand& global, std::uint32_t dim,
                      std::int64_t size) {
  const bool dynamic = (global.flags & ASSAY_DYNAMIC_SHAPE(dim)) != 0;
  return (rules.types_alone() && dynamic) || global.shape[dim] == size;
}

constexpr bool element_allowed(Machine machine, std::uint32_t element) {
  if (machine != Machine::a2a3) return true;
  return one_of(element, {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_I64,
                          ASSAY_U64, ASSAY_F16, ASSAY_BF16, ASSAY_F32});
}

constexpr void mx_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  const assay_operand& src = request[1];
  const bool a_side = is_mx_a(src.layout);
  rules.type(request.machine != Machine::a2a3, "this target has no microscaling loads");
  rules.type(dst.location == ASSAY_MAT || !request.on_device(), "scales are loaded into Mat");
  rules.type(shape_of(dst) == (a_side ? Shape::zz : Shape::nn) && dst.fractal_size == 32,
             "scales of A go to ZZ tiles and scales of B to NN tiles, fractal 32");
  rules.type(dst.element == ASSAY_E8M0 || !request.on_device(), "scales are e8m0");
  if (src.layout == ASSAY_MX_A_ZZ || src.layout == ASSAY_MX_B_NN) {
    rules.type(may_be(rules, src, 3, 16) && may_be(rules, src, 4, 2),
               "dims 3 and 4 must be 16 and 2");
    rules.covered(src.shape[0] <= 1, "an outer dimension of boxed scales has no place in the view");
  } else {
    rules.type(may_be(rules, src, 0, 1) && may_be(rules, src, 1, 1) && may_be(rules, src, 4, 2),
               "dims 0, 1 and 4 must be 1, 1 and 2");
  }
  rules.launch(a_side ? dst.valid_cols % 2 == 0 : dst.valid_rows % 2 == 0,
               "scales come in pairs: valid columns of A and valid rows of B must be even");
}

constexpr void pair_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  const assay_operand& src = request[1];
  const Shape shape = shape_of(dst);
  const bool wide = size_of(dst.element) == 8;
  const bool same = same_layout(src.layout, shape);
  const bool rewritten = rewrites(src.layout, shape) && dst.location != ASSAY_VEC;
  const bool column_to_boxes = src.layout == ASSAY_DN && shape == Shape::nz &&
                               dst.location == ASSAY_MAT && request.machine == Machine::a5;
  rules.type(same || rewritten || column_to_boxes,
             "the layouts of the view and of the tile are no pair that a load offers");
  rules.covered(!column_to_boxes, "DN to NZ is not simulated");
  if (request.on_device()) {
    const bool plain = shape != Shape::nz || request.machine == Machine::a5;
    rules.type(!wide || (same && plain), "64-bit loads are ND to ND or DN to DN, on a5 NZ to NZ");
  }
  if (src.layout == ASSAY_NZ) {
    const std::int64_t block = 32 / size_of(src.element);
    const bool boxes = src.shape[3] == 16 && src.shape[4] == block;
    const bool fixed = statically(src, 3, 16) && statically(src, 4, block);
    request.on_device()
        ? rules.type(fixed, "dims 3 and 4 of an NZ view must statically be 16 and 32 / sizeof")
        : rules.covered(boxes, "only NZ views of 16 by 32 / sizeof boxes are simulated");
  }
  if (rewritten && request.on_device()) {
    rules.type(statically(src, 0, 1) && statically(src, 1, 1) && statically(src, 2, 1),
               "dims 0 to 2 must statically be 1 where a load rewrites the layout");
    rules.type(dst.fractal_size == 512, "a load that rewrites the layout needs fractal 512");
  }
}

constexpr bool is_static(const assay_operand& dst, const assay_operand& src) {
  std::uint32_t dynamic = ASSAY_DYNAMIC_VALID_ROWS | ASSAY_DYNAMIC_VALID_COLS;
  for (std::uint32_t dim = 0; dim < 5; ++dim) dynamic |= ASSAY_DYNAMIC_SHAPE(dim);
  return ((dst.flags | src.flags) & dynamic) == 0;
}

// Only a5 compares what a compiler knows.
constexpr void static_view_rules(Rules& rules, const assay_operand& dst, const assay_operand& src) {
  if (src.layout != ASSAY_ND || !is_nd(dst) || !is_static(dst, src)) return;
  const std::int64_t lines = src.shape[0] * src.shape[1] * src.shape[2] * src.shape[3];
  rules.type(dst.valid_rows == lines && dst.valid_cols == src.shape[4],
             "a static valid region must have the rows and columns of a static view");
}

constexpr bool are_positive(const assay_operand& src) {
  bool all = true;
  for (std::size_t dim = 0; dim < 5; ++dim) all = all && src.shape[dim] > 0;
  return all;
}

// Burst counts and row lengths that the copy engine of a2a3 can express.
constexpr void engine_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  const assay_operand& src = request[1];
  const Shape shape = shape_of(dst);
  const bool down = src.layout == ASSAY_DN;
  const std::int64_t row = src.shape[down ? 3 : 4];
  const std::int64_t lines = src.shape[down ? 4 : 3];
  rules.launch(are_positive(src), "the shape of the view must be positive");
  rules.launch(dst.valid_rows > 0 && dst.valid_cols > 0, "the valid region must not be empty");
  if (rewrites(src.layout, shape)) {
    rules.type((down ? dst.cols : dst.rows) <= 16384, "the tile must have at most 16384 lines");
    rules.launch(lines <= 16384 && row <= 65535 && src.stride[down ? 4 : 3] <= 65535,
                 "the view is longer than the engine's counters");
    return;
  }
  const bool plain_mat = dst.location == ASSAY_MAT && shape != Shape::nz;
  rules.launch(!plain_mat || row * size_of(src.element) % 32 == 0,
               "rows of an unboxed Mat load must be multiples of 32 bytes");
}

constexpr bool is_load_form(const Request& request) {
  return is_form(request, "tile", {ASSAY_TILE, ASSAY_GLOBAL}) ||
         is_form(request, "image", {ASSAY_TILE, ASSAY_GLOBAL});
}
constexpr std::string_view load_form(const Spelled& spelled) {
  return (spelled.call[0].flags & ASSAY_CONV_TILE) != 0 ? "image" : "tile";
}

/// An image comes from a view of its own layout, shape and element type without gaps.
constexpr void image_load_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.conv_tile(dst);
  rules.global(src);
  rules.type(dst.location == ASSAY_MAT, "images are loaded into Mat");
  rules.type(size_of(dst.element) <= 4 && width_of(dst.element) >= 8,
             "elements of images have 1, 2 or 4 bytes");
  rules.type(dst.element == src.element, "an image and its view have one element type");
  rules.type(dst.layout == src.layout, "an image has the layout of its view");
  rules.covered(dst.layout == ASSAY_NC1HWC0 && dst.rank == 5, "other images are not simulated");
  std::int64_t step = 1;
  for (std::size_t dim = 5; dim-- > 0; step *= src.shape[dim]) {
    rules.covered(src.stride[dim] == step, "views of images without gaps are simulated");
    rules.covered(dst.shape[dim] == src.shape[dim], "parts of images are not simulated");
  }
}

/// Rules at launch about the valid region of dst and the view.
void load_view_rules(Rules& rules, const Request& request);

constexpr void load_rules(Rules& rules, const Request& request) {
  if (request.form == "image") return image_load_rules(rules, request);
  const assay_operand& dst = request[0];
  const assay_operand& src = request[1];
  rules.covered((dst.flags & ASSAY_CONV_TILE) == 0, "loads of convolution tiles are not simulated");
  if (rules.status() != ASSAY_DONE) return;
  rules.tile(dst);
  rules.global(src);
  rules.type(element_allowed(request.machine, dst.element), "dst has no element type of loads");
  rules.type(size_of(dst.element) == size_of(src.element) && src.element != ASSAY_F64,
             "elements of the tile and of the view must have equal sizes");
  rules.covered(width_of(dst.element) == width_of(src.element), "4-bit and 8-bit do not mix here");
  const bool known = dst.location == ASSAY_VEC || dst.location == ASSAY_MAT;
  request.on_device() ? rules.type(known, "dst must be in Vec or Mat")
                      : rules.covered(known, "only loads into Vec and Mat are simulated");
  rules.type(src.layout <= ASSAY_MX_B_NN, "the view must be ND, DN, NZ or a microscaling layout");
  is_mx(src.layout) ? mx_rules(rules, request) : pair_rules(rules, request);
  if (!rules.types_alone()) load_view_rules(rules, request);
  if (request.machine == Machine::a2a3) engine_rules(rules, request);
  if (request.machine == Machine::a5) {
    static_view_rules(rules, dst, src);
    rules.type(size_of(dst.element) < 8 || dst.pad <= ASSAY_PAD_ZERO,
               "64-bit tiles pad with Null or Zero");
    rules.type(dst.location != ASSAY_MAT || (dst.rows <= 16384 && dst.rows * dst.cols <= 524288),
               "a Mat tile has at most 16384 rows and 524288 elements");
  }
}

}  // namespace assay::simulator
