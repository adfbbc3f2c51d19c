// SPDX-License-Identifier: Apache-2.0
// Accumulators whose columns of boxes lie closer together than their Rows suggest.
#pragma once

#include <cstdint>

#include "reference/isa/types/tile.hpp"

namespace assay {

/// Whether the boxes that the valid rows fill leave boxes free below them, in more than one column
/// of boxes: only then can such columns lie closer together.
bool may_be_packed(const TileSpec& accumulator);

/// Where elements lie if one column of boxes begins directly after the boxes that the valid rows of
/// the previous column fill (Choice::accumulator_pitch).
class PackedAccumulator {
 public:
  /// Of a tile in NZ.
  explicit PackedAccumulator(const TileSpec& accumulator);

  /// The element, as row * cols + column, that has this place by the Rows of the tile. `row` is in
  /// the boxes that the valid rows fill.
  std::int64_t at(std::int64_t row, std::int64_t col) const;

 private:
  BoxShape box_;
  std::int64_t rows_, cols_;
  std::int64_t filled_;  ///< rows of the boxes that the valid rows fill
};

}  // namespace assay
