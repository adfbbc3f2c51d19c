// SPDX-License-Identifier: Apache-2.0
// The contents of the tile after a load. See decision 006 for everything outside the valid region.
#include <functional>

#include "reference/ops/movement/load/load_view.hpp"
#include "reference/ops/movement/load/view_offsets.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

/// Says what is acceptable in the element at an index, of which it is told what was there.
using Around = std::function<void(ExpectedTile&, std::int64_t, std::uint64_t)>;

std::int64_t round_up(std::int64_t value, std::int64_t step) {
  return (value + step - 1) / step * step;
}

/// In a box that holds a valid element.
bool in_touched_box(const TileSpec& tile, std::int64_t row, std::int64_t col) {
  if (!tile.type.is_boxed()) return false;
  const BoxShape box = box_of(tile.type);
  return row < round_up(tile.valid_rows, box.rows) && col < round_up(tile.valid_cols, box.cols);
}

ExpectedTile loaded(const Evaluation& inputs, const Around& around) {
  const TileSpec& tile = inputs.call.tile("dst");
  const GlobalSpec& global = inputs.call.global("src");
  const ElementArray &memory = inputs.of("src"), &old = inputs.of("dst");
  const ViewOffsets places(global, tile.valid_rows, tile.valid_cols);
  ExpectedTile expected(tile.type.element, tile.rows(), tile.cols());
  for (std::int64_t row = 0; row < tile.rows(); ++row) {
    for (std::int64_t col = 0; col < tile.cols(); ++col) {
      const std::int64_t index = row * tile.cols() + col;
      if (tile.is_valid(row, col)) {
        expected.set_exact(index, memory[places.at(row, col)]);
      } else if (!in_touched_box(tile, row, col)) {
        around(expected, index, old[index]);
      }
    }
  }
  return expected;
}

}  // namespace

Expected loaded_tile(const Evaluation& inputs) {
  const auto pad = loaded_pad(inputs.call.tile("dst").type, inputs.call.target, inputs.readings);
  return loaded(inputs, [&](ExpectedTile& expected, std::int64_t index, std::uint64_t before) {
    if (pad) expected.set_any_of(index, *pad, before);
  });
}

Expected loaded_with_zero_pads(const Evaluation& inputs) {
  return loaded(inputs, [](ExpectedTile& expected, std::int64_t index, std::uint64_t before) {
    expected.set_any_of(index, 0, before);
  });
}

}  // namespace assay::ops
