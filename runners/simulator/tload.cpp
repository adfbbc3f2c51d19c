// SPDX-License-Identifier: Apache-2.0
// TLOAD: copies a view of global memory into a tile and pads what the target pads.
#include <algorithm>
#include <cstdint>

#include "runners/simulator/formats.hpp"
#include "runners/simulator/ops.hpp"
#include "runners/simulator/walk.hpp"

namespace assay::simulator {
namespace {

enum class Shape : std::uint8_t { nd, dn, nz, zn, zz, nn };

Shape shape_of(const assay_operand& tile) {
  const bool down = tile.block_layout == ASSAY_COL_MAJOR;
  if (tile.box_layout == ASSAY_NONE_BOX) return down ? Shape::dn : Shape::nd;
  const bool inside_down = tile.box_layout == ASSAY_BOX_COL_MAJOR;
  if (down) return inside_down ? Shape::nn : Shape::nz;
  return inside_down ? Shape::zn : Shape::zz;
}

bool is_mx(std::uint32_t layout) { return layout >= ASSAY_MX_A_ND && layout <= ASSAY_MX_B_NN; }

bool is_mx_a(std::uint32_t layout) { return layout >= ASSAY_MX_A_ND && layout <= ASSAY_MX_A_ZZ; }

bool same_layout(std::uint32_t layout, Shape shape) {
  return (layout == ASSAY_ND && shape == Shape::nd) || (layout == ASSAY_DN && shape == Shape::dn) ||
         (layout == ASSAY_NZ && shape == Shape::nz);
}

bool rewrites(std::uint32_t layout, Shape shape) {
  return (layout == ASSAY_ND && shape == Shape::nz) || (layout == ASSAY_DN && shape == Shape::zn);
}

bool statically(const assay_operand& global, std::uint32_t dim, std::int64_t size) {
  return (global.flags & ASSAY_DYNAMIC_SHAPE(dim)) == 0 && global.shape[dim] == size;
}

bool element_allowed(Machine machine, std::uint32_t element) {
  if (machine != Machine::a2a3) return true;
  return one_of(element, {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_I64,
                          ASSAY_U64, ASSAY_F16, ASSAY_BF16, ASSAY_F32});
}

void mx_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  const assay_operand& src = request[1];
  const bool a_side = is_mx_a(src.layout);
  rules.type(request.machine != Machine::a2a3, "this target has no microscaling loads");
  rules.type(dst.location == ASSAY_MAT || !request.on_device(), "scales are loaded into Mat");
  rules.type(shape_of(dst) == (a_side ? Shape::zz : Shape::nn) && dst.fractal_size == 32,
             "scales of A go to ZZ tiles and scales of B to NN tiles, fractal 32");
  rules.type(src.element == ASSAY_E8M0 || !request.on_device(), "scales are e8m0");
  if (src.layout == ASSAY_MX_A_ZZ || src.layout == ASSAY_MX_B_NN) {
    rules.type(src.shape[3] == 16 && src.shape[4] == 2, "dims 3 and 4 must be 16 and 2");
    rules.covered(src.shape[0] <= 1, "an outer dimension of boxed scales has no place in the view");
  } else {
    rules.type(src.shape[0] == 1 && src.shape[1] == 1 && src.shape[4] == 2,
               "dims 0, 1 and 4 must be 1, 1 and 2");
  }
  rules.launch(a_side ? dst.valid_cols % 2 == 0 : dst.valid_rows % 2 == 0,
               "scales come in pairs: valid columns of A and valid rows of B must be even");
}

void pair_rules(Rules& rules, const Request& request) {
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
    rules.type(!wide || (same && shape != Shape::nz), "64-bit loads are ND to ND or DN to DN");
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

// Burst counts and row lengths that the copy engine of a2a3 can express.
void engine_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  const assay_operand& src = request[1];
  const Shape shape = shape_of(dst);
  const bool down = src.layout == ASSAY_DN;
  const std::int64_t row = src.shape[down ? 3 : 4];
  const std::int64_t lines = src.shape[down ? 4 : 3];
  rules.launch(std::all_of(src.shape, src.shape + 5, [](std::int64_t size) { return size > 0; }),
               "the shape of the view must be positive");
  rules.launch(dst.valid_rows > 0 && dst.valid_cols > 0, "the valid region must not be empty");
  if (rewrites(src.layout, shape)) {
    rules.type((down ? dst.cols : dst.rows) <= 16384, "the tile must have at most 16384 lines");
    rules.launch(lines <= 16384 && row <= 65535 && src.stride[down ? 4 : 3] <= 65535,
                 "the view is longer than the engine's counters");
    return;
  }
  rules.launch((src.layout == ASSAY_NZ ? src.shape[1] : lines) < 4096,
               "the view has more bursts than the engine's counter");
  rules.type(dst.location != ASSAY_VEC || shape != Shape::nd || dst.rows < 4096,
             "an ND tile in Vec must have fewer than 4096 rows");
  const bool plain_mat = dst.location == ASSAY_MAT && shape != Shape::nz;
  rules.launch(!plain_mat || row * size_of(src.element) % 32 == 0,
               "rows of an unboxed Mat load must be multiples of 32 bytes");
}

Rules rules_of(const Request& request, const Device& device) {
  const assay_operand& dst = request[0];
  const assay_operand& src = request[1];
  Rules rules(request, device);
  rules.covered((dst.flags & ASSAY_CONV_TILE) == 0, "loads of convolution tiles are not simulated");
  if (rules.stop()) return rules;
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
  const ViewDims dims = view_dims(src.layout);
  rules.launch(dst.valid_rows == extent(src, dims.rows) && dst.valid_cols == extent(src, dims.cols),
               "the valid region must have the rows and columns of the view");
  if (request.machine == Machine::a2a3) engine_rules(rules, request);
  if (request.machine == Machine::a5) {
    rules.type(size_of(dst.element) < 8 || dst.pad <= ASSAY_PAD_ZERO,
               "64-bit tiles pad with Null or Zero");
    rules.type(dst.location != ASSAY_MAT || (dst.rows <= 16384 && dst.rows * dst.cols <= 524288),
               "a Mat tile has at most 16384 rows and 524288 elements");
  }
  return rules;
}

// The view as a broken address computation sees it.
assay_operand seen_by(const Device& device, const assay_operand& src) {
  assay_operand seen = src;
  if (device.has(Fault::gaps_ignored)) {
    std::int64_t step = 1;
    for (std::size_t dim = 5; dim-- > 0; step *= src.shape[dim]) seen.stride[dim] = step;
  }
  if (device.has(Fault::outer_dimension_ignored)) seen.stride[0] = 0;
  if (device.has(Fault::base_offset_ignored)) {
    const auto address = reinterpret_cast<std::uintptr_t>(src.data);
    seen.data = reinterpret_cast<void*>(address / 32 * 32);
  }
  return seen;
}

// Columns [first, last) of rows [0, rows), in row-major terms; exchanged for column-major tiles.
void pad_lines(Output& dst, bool down, std::int64_t lines, std::int64_t first, std::int64_t last,
               std::uint64_t pad) {
  for (std::int64_t line = 0; line < lines; ++line) {
    for (std::int64_t at = first; at < last; ++at) {
      down ? dst.tile().set(at, line, pad) : dst.tile().set(line, at, pad);
    }
  }
}

void pad_block_tails(const Request& request, Output& dst, std::uint64_t pad) {
  const assay_operand& tile = request[0];
  const bool boxed = tile.box_layout != ASSAY_NONE_BOX;
  // Only the Mat loads of a5 are known to complete a block when no pad is asked for, or in boxes.
  const bool always = request.machine == Machine::a5 && tile.location == ASSAY_MAT;
  if (is_mx(request[1].layout) || (!always && (boxed || tile.pad == ASSAY_PAD_NULL))) return;
  const bool down =
      boxed ? tile.box_layout == ASSAY_BOX_COL_MAJOR : tile.block_layout == ASSAY_COL_MAJOR;
  const std::int64_t block = 256 / width_of(tile.element);
  const std::int64_t length = down ? tile.rows : tile.cols;
  const std::int64_t valid = down ? tile.valid_rows : tile.valid_cols;
  const std::int64_t end = std::min((valid + block - 1) / block * block, length);
  pad_lines(dst, down, down ? tile.valid_cols : tile.valid_rows, valid, end, pad);
}

void apply_pad(const Request& request, const Device& device, Output& dst) {
  const assay_operand& tile = request[0];
  const std::uint64_t pad = pad_pattern(tile.element, tile.pad, tile.pad_bits);
  if (device.has(Fault::pad_missing)) return;
  if (!request.on_device() || device.has(Fault::pad_everywhere)) {
    pad_lines(dst, false, tile.rows, 0, tile.cols, pad);
  } else {
    pad_block_tails(request, dst, pad);
  }
}

}  // namespace

Answer run_tload(const Request& request, Device& device) {
  if (!request.takes({ASSAY_TILE, ASSAY_GLOBAL}) || request.form != "tile") {
    return {ASSAY_UNSUPPORTED, "TLOAD: this form is not simulated"};
  }
  if (const auto answer = rules_of(request, device).stop()) return *answer;
  if (device.has(Fault::writes_nothing)) return {};
  Output dst(request[0], device);
  apply_pad(request, device, dst);
  const assay_operand src = seen_by(device, request[1]);
  const int width = width_of(src.element);
  const auto room = static_cast<std::int64_t>(src.byte_size) * 8 / width;
  walk_view(src, [&](std::int64_t row, std::int64_t col, std::int64_t offset) {
    const std::uint64_t bits = offset < room ? load_bits(src.data, width, offset) : 0;
    dst.put(row, col, device.moved(src.element, bits));
  });
  dst.finish();
  return {};
}

}  // namespace assay::simulator
