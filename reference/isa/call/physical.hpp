// SPDX-License-Identifier: Apache-2.0
// Where a logical element lies in tile memory, as one formula.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "reference/isa/call/contents.hpp"
#include "reference/isa/types/tile.hpp"

namespace assay {

/// Storage offset of element (row, col) in elements from the start of the tile.
///
/// With the box of `box_of(type)`, br = row / box.rows, ir = row % box.rows, and the same for
/// columns:
///   ND  row * cols + col                DN  col * rows + row
///   NZ  bc * rows * IC + br * IR * IC + ir * IC + ic
///   ZN  br * cols * IR + bc * IR * IC + ic * IR + ir
///   ZZ  br * cols * IR + bc * IR * IC + ir * IC + ic
///   NN  bc * rows * IC + br * IR * IC + ic * IR + ir
/// Source: MODEL section 3. A convolution tile is linear.
class PhysicalOffset {
 public:
  explicit PhysicalOffset(const TileType& type);
  std::int64_t operator()(std::int64_t row, std::int64_t col) const;
  /// Whether storage has the logical, row-major order.
  bool is_linear() const { return layout_ == TileLayout::ND; }

 private:
  TileLayout layout_;
  BoxShape box_;
  std::int64_t rows_;
  std::int64_t cols_;
};

inline std::int64_t physical_offset(const TileType& type, std::int64_t row, std::int64_t col) {
  return PhysicalOffset(type)(row, col);
}

/// Logical row-major contents from tile memory, and back. `memory` holds type.bytes() bytes.
ElementArray gather(const TileSpec& tile, std::span<const std::byte> memory);
void scatter(const TileSpec& tile, const ElementArray& contents, std::span<std::byte> memory);

}  // namespace assay
