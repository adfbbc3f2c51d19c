// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/types/packed_accumulator.hpp"

namespace assay {
namespace {

std::int64_t filled_rows(const TileSpec& tile) {
  const std::int64_t height = box_of(tile.type).rows;
  return (tile.valid_rows + height - 1) / height * height;
}

}  // namespace

bool may_be_packed(const TileSpec& accumulator) {
  return accumulator.type.location == Location::acc &&
         accumulator.type.layout() == TileLayout::NZ && accumulator.valid_rows > 0 &&
         filled_rows(accumulator) < accumulator.rows() &&
         accumulator.valid_cols > box_of(accumulator.type).cols;
}

PackedAccumulator::PackedAccumulator(const TileSpec& accumulator)
    : box_(box_of(accumulator.type)),
      rows_(accumulator.rows()),
      cols_(accumulator.cols()),
      filled_(filled_rows(accumulator)) {}

std::int64_t PackedAccumulator::at(std::int64_t row, std::int64_t col) const {
  // Lines of a box, of `box_.cols` elements each, lie one after the other, down each column of
  // boxes.
  const std::int64_t line = col / box_.cols * filled_ + row;
  return line % rows_ * cols_ + line / rows_ * box_.cols + col % box_.cols;
}

}  // namespace assay
