// SPDX-License-Identifier: Apache-2.0
// Back from the C ABI's description of an operand to the reference's.
#include "runners/call/described_operand.hpp"

#include <algorithm>

#include "runners/call/abi_enums.hpp"

namespace assay::runners {

TileSpec described_tile(const assay_operand& operand) {
  TileType type;
  type.element = static_cast<ElementType>(operand.element);
  type.location = static_cast<Location>(operand.location);
  type.blayout = static_cast<BLayout>(operand.block_layout);
  type.slayout = static_cast<SLayout>(operand.box_layout);
  type.fractal = static_cast<int>(operand.fractal_size);
  type.pad = {static_cast<PadKind>(operand.pad), operand.pad_bits};
  type.compact = static_cast<CompactMode>(operand.compact);
  type.dynamic_valid_rows = (operand.flags & ASSAY_DYNAMIC_VALID_ROWS) != 0;
  type.dynamic_valid_cols = (operand.flags & ASSAY_DYNAMIC_VALID_COLS) != 0;
  if ((operand.flags & ASSAY_CONV_TILE) != 0) {
    ConvShape shape;
    shape.layout = static_cast<GlobalLayout>(operand.layout);
    shape.rank = static_cast<int>(operand.rank);
    std::copy_n(operand.shape, operand.rank, shape.dims.begin());
    type.conv = shape;
  } else {
    type.rows = operand.rows;
    type.cols = operand.cols;
  }
  return {type, operand.valid_rows, operand.valid_cols};
}

}  // namespace assay::runners
