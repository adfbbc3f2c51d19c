// SPDX-License-Identifier: Apache-2.0
// What a load leaves in the tile. See decision 006 for everything outside the valid region.
#include <algorithm>

#include "reference/ops/movement/load_view.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

struct Place {
  const Evaluation& inputs;
  const TileSpec& tile;
  std::int64_t row;
  std::int64_t col;
  std::int64_t index;
};

std::int64_t round_up(std::int64_t value, std::int64_t step) {
  return (value + step - 1) / step * step;
}

/// In the last, partly filled 32-byte block of a valid row (ND) or column (DN).
bool in_tail(const Place& place) {
  const TileSpec& tile = place.tile;
  const std::int64_t block = block_elements(tile.type.element);
  if (tile.type.layout() == TileLayout::ND) {
    return place.row < tile.valid_rows && place.col < round_up(tile.valid_cols, block);
  }
  return place.col < tile.valid_cols && place.row < round_up(tile.valid_rows, block);
}

/// In a box that holds a valid element.
bool in_touched_box(const Place& place) {
  const BoxShape box = box_of(place.tile.type);
  return place.row < round_up(place.tile.valid_rows, box.rows) &&
         place.col < round_up(place.tile.valid_cols, box.cols);
}

void outside_on_device(ExpectedTile& expected, const Place& place) {
  const TileType& type = place.tile.type;
  if (type.is_boxed()) {
    if (!in_touched_box(place)) expected.set_accept(place.index, Accept::preserved);
  } else if (!in_tail(place)) {
    expected.set_accept(place.index, Accept::preserved);
  } else if (type.pad.kind != PadKind::null) {
    expected.set_exact(place.index, pad_bits(type.pad, type.element));
  }
}

/// Host builds may lack limits for these types, and then pad with zero.
bool pads_may_be_zero(const TileType& type) {
  const bool extreme = type.pad.kind == PadKind::max || type.pad.kind == PadKind::min;
  const bool plain = is_integer(type.element) || type.element == ElementType::f32;
  return type.pad.kind == PadKind::custom || (extreme && !plain);
}

/// 64-bit integers have no pattern on devices, and on a host the extremes of the type (decision
/// 038).
std::uint64_t pad_of_host(const TileType& type) {
  const std::uint64_t sign = std::uint64_t{1} << 63U;
  const bool is_signed = type.element == ElementType::i64;
  if (type.pad.kind == PadKind::max) return is_signed ? sign - 1 : ~std::uint64_t{0};
  return type.pad.kind == PadKind::min && is_signed ? sign : 0;
}

void outside_on_cpu(ExpectedTile& expected, const Place& place) {
  const TileType& type = place.tile.type;
  const std::uint64_t pad = pad_bits(type.pad, type.element);
  expected.set_any_of(place.index, pad, place.inputs.of("dst")[place.index]);
  if (pads_may_be_zero(type)) expected.low.set(place.index, 0);
  if (is_integer(type.element) && bits_of(type.element) == 64) {
    expected.low.set(place.index, pad_of_host(type));
  }
}

}  // namespace

Expected loaded_tile(const Evaluation& inputs) {
  const TileSpec& tile = inputs.call.tile("dst");
  const GlobalSpec& global = inputs.call.global("src");
  const ElementArray& memory = inputs.of("src");
  ExpectedTile expected(tile.type.element, tile.rows(), tile.cols());
  for (std::int64_t row = 0; row < tile.rows(); ++row) {
    for (std::int64_t col = 0; col < tile.cols(); ++col) {
      const Place place{inputs, tile, row, col, row * tile.cols() + col};
      if (tile.is_valid(row, col)) {
        expected.set_exact(place.index, memory[global.offset(view_index(global, row, col))]);
      } else if (inputs.call.target == Target::cpu) {
        outside_on_cpu(expected, place);
      } else {
        outside_on_device(expected, place);
      }
    }
  }
  return expected;
}

}  // namespace assay::ops
