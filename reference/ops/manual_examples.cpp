// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/manual_examples.hpp"

#include <utility>

namespace assay::ops {

void declare(TileSpec& tile, ElementType element, std::int64_t rows, std::int64_t cols) {
  tile = {};
  tile.type.element = element;
  tile.type.rows = rows;
  tile.type.cols = cols;
  tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = false;
  make_well_formed(tile.type);
  tile.valid_rows = rows;
  tile.valid_cols = cols;
}

void declare(GlobalSpec& view, ElementType element, std::int64_t rows, std::int64_t cols,
             std::int64_t pitch) {
  view = {};
  view.element = element;
  view.shape = {1, 1, 1, rows, cols};
  view.stride = {pitch * rows, pitch * rows, pitch * rows, pitch, 1};
  view.dynamic_stride = false;
}

Scenario manual_example(std::function<void(Call&)> apply) {
  return {.name = "manual example",
          .text = "operands as the example of the manual page declares them",
          .apply = [apply = std::move(apply)](Call& call, Draw&) { apply(call); }};
}

Scenario example_of(std::vector<std::string> tiles) {
  return manual_example([tiles = std::move(tiles)](Call& call) {
    const ElementType element = call.tile(call.form->lead).type.element;
    for (const std::string& one : tiles) declare(call.tile(one), element, 16, 16);
  });
}

}  // namespace assay::ops
