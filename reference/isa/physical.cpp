// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/physical.hpp"

#include <algorithm>
#include <cassert>

namespace assay {

PhysicalOffset::PhysicalOffset(const TileType& type)
    : layout_(type.conv ? TileLayout::ND : type.layout()),
      box_(box_of(type)),
      rows_(type.rows),
      cols_(type.conv ? type.conv->elements() : type.cols) {}

std::int64_t PhysicalOffset::operator()(std::int64_t row, std::int64_t col) const {
  if (layout_ == TileLayout::ND) return row * cols_ + col;
  if (layout_ == TileLayout::DN) return col * rows_ + row;
  const auto [IR, IC] = box_;
  const std::int64_t br = row / IR, ir = row % IR, bc = col / IC, ic = col % IC;
  switch (layout_) {
    case TileLayout::NZ:
      return bc * rows_ * IC + br * IR * IC + ir * IC + ic;
    case TileLayout::ZN:
      return br * cols_ * IR + bc * IR * IC + ic * IR + ir;
    case TileLayout::ZZ:
      return br * cols_ * IR + bc * IR * IC + ir * IC + ic;
    default:
      return bc * rows_ * IC + br * IR * IC + ic * IR + ir;
  }
}

namespace {

/// Row-major elements of whole bytes lie in memory as they do in an array.
bool lies_in_order(const PhysicalOffset& place, int bits) {
  return place.is_linear() && bits % 8 == 0;
}

}  // namespace

ElementArray gather(const TileSpec& tile, std::span<const std::byte> memory) {
  ElementArray contents(tile.type.element, tile.type.elements());
  const PhysicalOffset place(tile.type);
  const int bits = bits_of(tile.type.element);
  if (lies_in_order(place, bits)) {
    std::ranges::copy(memory.first(contents.bytes().size()), contents.bytes().begin());
    return contents;
  }
  std::int64_t next = 0;
  for (std::int64_t row = 0; row < tile.rows(); ++row) {
    for (std::int64_t col = 0; col < tile.cols(); ++col) {
      contents.set(next++, load_bits(memory, bits, place(row, col)));
    }
  }
  return contents;
}

void scatter(const TileSpec& tile, const ElementArray& contents, std::span<std::byte> memory) {
  assert(contents.size() == tile.type.elements());
  const PhysicalOffset place(tile.type);
  const int bits = bits_of(tile.type.element);
  if (lies_in_order(place, bits)) {
    std::ranges::copy(contents.bytes(), memory.begin());
    return;
  }
  std::int64_t next = 0;
  for (std::int64_t row = 0; row < tile.rows(); ++row) {
    for (std::int64_t col = 0; col < tile.cols(); ++col) {
      store_bits(memory, bits, place(row, col), contents[next++]);
    }
  }
}

}  // namespace assay
