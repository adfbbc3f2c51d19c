// SPDX-License-Identifier: Apache-2.0
// Rules that many instructions have for their tiles.
#pragma once

#include <cstdint>

#include "runners/simulator/rules/row.hpp"

namespace assay::simulator {

/// The rules that every vector tile keeps on a device: in Vec, row-major.
constexpr void vector_tile(Rules& rules, const Request& request, const assay_operand& tile) {
  rules.tile(tile);
  if (!request.on_device()) return;
  rules.type(tile.location == ASSAY_VEC, "tiles must be in Vec");
  rules.type(tile.block_layout == ASSAY_ROW_MAJOR, "tiles must be row-major");
}

/// The same valid region, checked at launch.
constexpr void same_region(Rules& rules, const assay_operand& a, const assay_operand& b) {
  rules.launch(a.valid_rows == b.valid_rows && a.valid_cols == b.valid_cols,
               "valid regions must be equal");
}

/// One Tile type: element, location, layout, shape, pad, static valid region.
constexpr bool is_same_tile_type(const assay_operand& a, const assay_operand& b) {
  const bool same_rows = (a.flags & ASSAY_DYNAMIC_VALID_ROWS) != 0 || a.valid_rows == b.valid_rows;
  const bool same_cols = (a.flags & ASSAY_DYNAMIC_VALID_COLS) != 0 || a.valid_cols == b.valid_cols;
  const bool same_layout = a.block_layout == b.block_layout && a.box_layout == b.box_layout &&
                           a.fractal_size == b.fractal_size && a.compact == b.compact;
  const bool same_pad = a.pad == b.pad && (a.pad != ASSAY_PAD_CUSTOM || a.pad_bits == b.pad_bits);
  return a.element == b.element && a.location == b.location && a.rows == b.rows &&
         a.cols == b.cols && a.flags == b.flags && same_rows && same_cols && same_layout &&
         same_pad;
}

/// A scalar that becomes an element of a tile.
constexpr void scalar_becomes(Rules& rules, const assay_operand& scalar, std::uint32_t element) {
  rules.covered(is_convertible(scalar.element, element),
                "this conversion of the scalar is not simulated");
}

}  // namespace assay::simulator
