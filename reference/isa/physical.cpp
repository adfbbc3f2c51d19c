// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/physical.hpp"

#include <cassert>

namespace assay {

std::int64_t physical_offset(const TileType& type, std::int64_t row, std::int64_t col) {
  if (type.conv) return col;
  const auto [IR, IC] = box_of(type);
  const std::int64_t br = row / IR, ir = row % IR, bc = col / IC, ic = col % IC;
  switch (type.layout()) {
    case TileLayout::ND:
      return row * type.cols + col;
    case TileLayout::DN:
      return col * type.rows + row;
    case TileLayout::NZ:
      return bc * type.rows * IC + br * IR * IC + ir * IC + ic;
    case TileLayout::ZN:
      return br * type.cols * IR + bc * IR * IC + ic * IR + ir;
    case TileLayout::ZZ:
      return br * type.cols * IR + bc * IR * IC + ir * IC + ic;
    case TileLayout::NN:
      return bc * type.rows * IC + br * IR * IC + ic * IR + ir;
  }
  return 0;
}

ElementArray gather(const TileSpec& tile, std::span<const std::byte> memory) {
  ElementArray contents(tile.type.element, tile.type.elements());
  std::int64_t next = 0;
  for (std::int64_t row = 0; row < tile.rows(); ++row) {
    for (std::int64_t col = 0; col < tile.cols(); ++col) {
      contents.set(next++,
                   load_element(memory, tile.type.element, physical_offset(tile.type, row, col)));
    }
  }
  return contents;
}

void scatter(const TileSpec& tile, const ElementArray& contents, std::span<std::byte> memory) {
  assert(contents.size() == tile.type.elements());
  std::int64_t next = 0;
  for (std::int64_t row = 0; row < tile.rows(); ++row) {
    for (std::int64_t col = 0; col < tile.cols(); ++col) {
      store_element(memory, tile.type.element, physical_offset(tile.type, row, col),
                    contents[next++]);
    }
  }
}

}  // namespace assay
