// SPDX-License-Identifier: Apache-2.0
// TLOAD: copies a view of global memory into a tile and pads what the target pads.
#include <algorithm>
#include <cstdint>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/movement/movement.hpp"
#include "runners/simulator/rules/load.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

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

void apply_pad(const Request& request, const Seams& seams, Output& dst) {
  const assay_operand& tile = request[0];
  Padding padding{pad_pattern(tile.element, tile.pad, tile.pad_bits),
                  request.on_device() ? Padding::Reach::block_tails : Padding::Reach::whole_tile};
  seams.padded(tile, padding);
  if (padding.reach == Padding::Reach::whole_tile) {
    pad_lines(dst, false, tile.rows, 0, tile.cols, padding.pattern);
  } else if (padding.reach == Padding::Reach::block_tails) {
    pad_block_tails(request, dst, padding.pattern);
  }
}

}  // namespace

void load_view_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  const assay_operand& src = request[1];
  const ViewDims dims = view_dims(src.layout);
  rules.launch(dst.valid_rows == extent(src, dims.rows) && dst.valid_cols == extent(src, dims.cols),
               "the valid region must have the rows and columns of the view");
}

void run_load(const Request& request, const Seams& seams) {
  Output dst(request, request[0], seams);
  apply_pad(request, seams, dst);
  assay_operand src = request[1];
  seams.view(request, src);
  const int width = width_of(src.element);
  const auto room = static_cast<std::int64_t>(src.byte_size) * 8 / width;
  walk_view(src, [&](std::int64_t row, std::int64_t col, std::int64_t offset) {
    const std::uint64_t bits =
        seams.moved(src.element, offset < room ? load_bits(src.data, width, offset) : 0);
    dst.put({row, col}, bits, {&bits, 1});
  });
  dst.finish();
}

}  // namespace assay::simulator
