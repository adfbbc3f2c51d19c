// SPDX-License-Identifier: Apache-2.0
// TRESHAPE and TSUBVIEW: the bytes of a tile seen as another one.
#include "runners/simulator/rules/view.hpp"

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// The tile's memory as one row of elements of `element`.
assay_operand in_a_row(const assay_operand& tile, std::uint32_t element) {
  assay_operand row = tile;
  row.element = element;
  row.rows = 1;
  row.cols = tile.rows * tile.cols * size_of(tile.element) / size_of(element);
  row.block_layout = ASSAY_ROW_MAJOR;
  row.box_layout = ASSAY_NONE_BOX;
  return row;
}

}  // namespace

void run_reshape(const Request& request, const Hooks& hooks) {
  const assay_operand& to = request[0];
  const std::vector<std::int64_t> places = walk(route_of(to));
  const assay_operand row_of_bytes = in_a_row(request[1], to.element);
  const Tile src(row_of_bytes);
  Output dst(request, to, hooks);
  std::size_t next = 0;
  for (std::int64_t row = 0; row < to.rows; ++row) {
    for (std::int64_t col = 0; col < to.cols; ++col) {
      Place from{0, places[next++]};
      hooks.origin(request, {row, col}, from);
      const std::uint64_t bits = hooks.moved(to.element, src.get(from.row, from.col));
      dst.put({row, col}, bits, {&bits, 1});
    }
  }
  dst.finish();
}

void run_subview(const Request& request, const Hooks& hooks) {
  const Region worked = worked_region(request, hooks, request[0]);
  const Corner corner = corner_of(request);
  Output dst(request, request[0], hooks);
  Tile src(request[1]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      Place from{corner.row + row, corner.col + col};
      hooks.origin(request, {row, col}, from);
      const std::uint64_t bits = hooks.moved(request[1].element, src.get(from.row, from.col));
      dst.put({row, col}, bits, {&bits, 1});
      hooks.spent(request, src, from, bits);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
