// SPDX-License-Identifier: Apache-2.0
// The contents of the tile after a fill (decision 003).
#include "reference/numerics/classify.hpp"
#include "reference/ops/page.hpp"
#include "reference/ops/tile_scalar/fill.hpp"

namespace assay::ops {
namespace {

/// A NaN that changes its format keeps no promised payload: what must be it may be any NaN.
void free_payload(ExpectedTile& expected) {
  for (Accept& accept : expected.accept) {
    if (accept == Accept::exact) accept = Accept::any_nan;
  }
}

}  // namespace

std::optional<std::uint64_t> filling_value(const Call& call) {
  const ScalarSpec& value = call.scalar("scalar");
  return numerics::convert(value.element, value.bits, call.tile("dst").type.element);
}

Expected filled_tile(const Evaluation& inputs) {
  const TileSpec& tile = inputs.call.tile("dst");
  ExpectedTile expected(tile.type.element, tile.rows(), tile.cols());
  const std::uint64_t value = filling_value(inputs.call).value_or(0);
  const bool whole = fills_blocks(tile.type);
  const std::int64_t rows = tile.rows(), cols = tile.cols();
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t col = 0; col < cols; ++col) {
      const std::int64_t index = row * cols + col;
      if (whole || tile.is_valid(row, col)) {
        expected.set_exact(index, value);
      } else {
        expected.set_accept(index, Accept::preserved);
      }
    }
  }
  const bool changes = inputs.call.scalar("scalar").element != tile.type.element;
  if (changes && numerics::is_nan(tile.type.element, value)) free_payload(expected);
  return expected;
}

}  // namespace assay::ops
