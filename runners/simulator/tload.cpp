// SPDX-License-Identifier: Apache-2.0
// TLOAD: copies a view of global memory into a tile and pads what the target pads.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "runners/simulator/formats.hpp"
#include "runners/simulator/ops.hpp"
#include "runners/simulator/rules/load.hpp"
#include "runners/simulator/walk.hpp"

namespace assay::simulator {
namespace {

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
  if (device.has(Fault::middle_strides_exchanged)) std::swap(seen.stride[1], seen.stride[2]);
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
  const bool is_unsigned = is_integer(tile.element) && !is_signed_integer(tile.element);
  std::uint64_t pad = pad_pattern(tile.element, tile.pad, tile.pad_bits);
  if (device.has(Fault::unsigned_pads_as_signed) && is_unsigned &&
      tile.pad == static_cast<std::uint32_t>(ASSAY_PAD_MAX)) {
    pad >>= 1U;
  }
  if (device.has(Fault::pad_missing)) return;
  if (!request.on_device() || device.has(Fault::pad_everywhere)) {
    pad_lines(dst, false, tile.rows, 0, tile.cols, pad);
  } else {
    pad_block_tails(request, dst, pad);
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

Answer run_tload(const Request& request, Device& device) {
  if (!request.takes({ASSAY_TILE, ASSAY_GLOBAL}) || request.form != "tile") {
    return {ASSAY_UNSUPPORTED, "TLOAD: this form is not simulated"};
  }
  Rules rules(request, device);
  load_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
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
