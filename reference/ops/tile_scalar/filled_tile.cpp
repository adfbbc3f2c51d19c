// SPDX-License-Identifier: Apache-2.0
// What a fill leaves in the tile (decision 003).
#include "reference/numerics/classify.hpp"
#include "reference/ops/page.hpp"
#include "reference/ops/tile_scalar/fill.hpp"

namespace assay::ops {
namespace {

/// A2A3 is reported to fill valid_rows * valid_cols consecutive elements when ValidCol is a
/// constant below Cols; where that reading and the manual's part, either is accepted.
bool run_is_disputed(const Call& call, const TileSpec& tile, std::int64_t index, bool inside) {
  const bool concerned = call.target == a2a3 && tile.type.location == Location::vec &&
                         !tile.type.dynamic_valid_cols && tile.valid_cols < tile.cols();
  const bool in_run = index < tile.valid_rows * tile.valid_cols;
  return concerned && inside != in_run;
}

/// Both device headers are reported to sign-extend a negative int8 over the next byte in Mat tiles.
bool byte_is_disputed(const Call& call, const TileSpec& tile, std::uint64_t value) {
  return devices.contains(call.target) && tile.type.element == i8 && fills_blocks(tile.type) &&
         (value & 0x80U) != 0;
}

void expect_element(ExpectedTile& expected, const Evaluation& inputs, std::int64_t index,
                    std::int64_t row, std::int64_t col, std::uint64_t value) {
  const TileSpec& tile = inputs.call.tile("dst");
  const std::uint64_t old = inputs.of("dst")[index];
  const bool whole = tile.type.conv || tile.type.location == Location::mat;
  const bool inside = tile.is_valid(row, col);
  if (run_is_disputed(inputs.call, tile, index, inside)) {
    expected.set_any_of(index, inside ? value : old, inside ? old : value);
  } else if (whole && inputs.call.target == cpu && !inside) {
    expected.set_any_of(index, value, old);
  } else if (whole && byte_is_disputed(inputs.call, tile, value)) {
    expected.set_any_of(index, value, 0xFF);
  } else if (whole || inside) {
    expected.set_exact(index, value);
  } else {
    expected.set_accept(index, Accept::preserved);
  }
}

/// A NaN that changes its format keeps no promised payload: what must be it may be any NaN, and
/// where it is only one of two readings nothing is promised.
void free_payload(ExpectedTile& expected) {
  for (Accept& accept : expected.accept) {
    if (accept == Accept::exact) accept = Accept::any_nan;
    if (accept == Accept::any_of) accept = Accept::target_defined;
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
  for (std::int64_t row = 0; row < tile.rows(); ++row) {
    for (std::int64_t col = 0; col < tile.cols(); ++col) {
      expect_element(expected, inputs, row * tile.cols() + col, row, col, value);
    }
  }
  const bool changes = inputs.call.scalar("scalar").element != tile.type.element;
  if (changes && numerics::is_nan(tile.type.element, value)) free_payload(expected);
  return expected;
}

}  // namespace assay::ops
