// SPDX-License-Identifier: Apache-2.0
// Which element of an argument belongs to an element of the destination.
#pragma once

#include <cstdint>

namespace assay::ops {

/// For element (row, col) of the destination. A scalar counts for every element, whatever this
/// says.
enum class Placement : std::uint8_t {
  same,           ///< (row, col)
  row_vector,     ///< (0, col): one row for all rows
  column_vector,  ///< (row, 0): one value for each row
  turned_vector,  ///< (0, row): the same from a row
  row_blocks,     ///< (row, col mod valid columns of the argument)
};

/// Element number of that element in an argument of `pitch` columns.
constexpr std::int64_t placed(Placement placement, std::int64_t pitch, std::int64_t valid_cols,
                              std::int64_t row, std::int64_t col) {
  switch (placement) {
    case Placement::same:
      return row * pitch + col;
    case Placement::row_vector:
      return col;
    case Placement::column_vector:
      return row * pitch;
    case Placement::turned_vector:
      return row;
    case Placement::row_blocks:
      return row * pitch + col % valid_cols;
  }
  return 0;
}

}  // namespace assay::ops
