// SPDX-License-Identifier: Apache-2.0
// TLOAD: copies a view of global memory into a tile and pads the rest.
#include <cstdint>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/movement/movement.hpp"
#include "runners/simulator/rules/load.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// All that a load does not write afterwards.
void apply_pad(const Request& request, const Hooks& hooks, Output& dst) {
  const assay_operand& tile = request[0];
  if (tile.pad == ASSAY_PAD_NULL) return;
  Padding pad{pad_pattern(tile.element, tile.pad, tile.pad_bits)};
  hooks.padded(tile, pad);
  for (std::int64_t row = 0; row < tile.rows; ++row) {
    for (std::int64_t col = 0; col < tile.cols; ++col) dst.tile().set(row, col, pad.pattern);
  }
}

/// In the order of memory, which both have.
void load_image(const Request& request, const Hooks& hooks) {
  const assay_operand &dst = request[0], &src = request[1];
  const int width = width_of(dst.element);
  const std::int64_t lanes = dst.shape[4];
  for (std::int64_t i = 0; i < conv_elements(dst); ++i) {
    const Place to{i / lanes, i % lanes};
    Place from = to;
    hooks.origin(request, to, from);
    const std::int64_t index = from.row * lanes + from.col;
    const bool exists = index >= 0 && index < conv_elements(dst);
    const std::uint64_t bits =
        hooks.moved(dst.element, exists ? load_bits(src.data, width, index) : 0);
    store_bits(dst.data, width, i, hooks.written({request, to, {&bits, 1}, i == 0}, bits));
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

void run_load(const Request& request, const Hooks& hooks) {
  if (request.form == "image") return load_image(request, hooks);
  Output dst(request, request[0], hooks);
  apply_pad(request, hooks, dst);
  assay_operand src = request[1];
  hooks.view(request, src);
  const int width = width_of(src.element);
  const auto room = static_cast<std::int64_t>(src.byte_size) * 8 / width;
  walk_view(src, [&](std::int64_t row, std::int64_t col, std::int64_t offset) {
    const std::uint64_t bits =
        hooks.moved(src.element, offset < room ? load_bits(src.data, width, offset) : 0);
    dst.put({row, col}, bits, {&bits, 1});
  });
  dst.finish();
}

}  // namespace assay::simulator
