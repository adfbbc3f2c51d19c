// SPDX-License-Identifier: Apache-2.0
// TFILLPAD and its siblings: what is valid, and the pad of dst everywhere else.
#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/movement/movement.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {

void run_padding(const Request& request, const Hooks& hooks) {
  if (request.form == "mat") return run_padding_in_place(request, hooks);
  const assay_operand& to = request[0];
  const Region worked = worked_region(request, hooks, request[1]);
  Region all{to.rows, to.cols};
  hooks.filled(request, to, all);
  Padding pad{pad_pattern(to.element, to.pad, to.pad_bits)};
  hooks.padded(to, pad);
  Output dst(request, to, hooks);
  Tile src(request[1]);
  for (std::int64_t row = 0; row < all.rows; ++row) {
    for (std::int64_t col = 0; col < all.cols; ++col) {
      if (row >= worked.rows || col >= worked.cols) {
        dst.put({row, col}, pad.pattern);
        continue;
      }
      Place from{row, col};
      hooks.origin(request, {row, col}, from);
      const std::uint64_t bits = hooks.moved(request[1].element, src.get(from.row, from.col));
      dst.put({row, col}, bits, {&bits, 1});
      hooks.spent(request, src, from, bits);
    }
  }
  dst.finish();
}

void run_padding_in_place(const Request& request, const Hooks& hooks) {
  const assay_operand& tile = request[0];
  const Region kept = worked_region(request, hooks, *request.operands.back());
  Region all = whole_of(tile);
  hooks.filled(request, tile, all);
  Padding pad{pad_pattern(tile.element, tile.pad, tile.pad_bits)};
  hooks.padded(tile, pad);
  Output dst(request, tile, hooks);
  // First the columns after the valid region, then the rows below it.
  for (std::int64_t row = 0; row < all.rows; ++row) {
    for (std::int64_t col = row < kept.rows ? kept.cols : 0; col < all.cols; ++col) {
      dst.put({row, col}, pad.pattern);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
