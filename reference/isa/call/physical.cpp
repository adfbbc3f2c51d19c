// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/call/physical.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

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

/// Calls visit(index, place, count, step) for runs of elements: neighbours in the order of an array
/// from `index` on, which lie `step` apart in memory from `place` on.
template <typename Visit>
void for_each_run(const TileSpec& tile, const PhysicalOffset& place, const Visit& visit) {
  const std::int64_t cols = tile.cols();
  const std::int64_t most = tile.type.is_boxed() ? box_of(tile.type).cols : cols;
  for (std::int64_t row = 0; row < tile.rows(); ++row) {
    for (std::int64_t col = 0; col < cols; col += most) {
      const std::int64_t count = std::min(most, cols - col);
      const std::int64_t first = place(row, col);
      const std::int64_t step = count > 1 ? place(row, col + 1) - first : 1;
      visit(row * cols + col, first, count, step);
    }
  }
}

template <typename Word>
void copy_words(const std::byte* from, std::int64_t from_step, std::byte* to, std::int64_t to_step,
                std::int64_t count) {
  constexpr auto width = static_cast<std::int64_t>(sizeof(Word));
  for (std::int64_t i = 0; i < count; ++i) {
    std::memcpy(to + i * to_step * width, from + i * from_step * width, sizeof(Word));
  }
}

/// Elements of `width` whole bytes, steps in elements.
void copy_elements(std::size_t width, const std::byte* from, std::int64_t from_step, std::byte* to,
                   std::int64_t to_step, std::int64_t count) {
  switch (width) {
    case 1:
      return copy_words<std::uint8_t>(from, from_step, to, to_step, count);
    case 2:
      return copy_words<std::uint16_t>(from, from_step, to, to_step, count);
    case 4:
      return copy_words<std::uint32_t>(from, from_step, to, to_step, count);
    default:
      return copy_words<std::uint64_t>(from, from_step, to, to_step, count);
  }
}

ElementArray gather(const TileSpec& tile, std::span<const std::byte> memory) {
  ElementArray contents(tile.type.element, tile.type.elements());
  const PhysicalOffset place(tile.type);
  const int bits = bits_of(tile.type.element);
  if (lies_in_order(place, bits)) {
    std::ranges::copy(memory.first(contents.bytes().size()), contents.bytes().begin());
    return contents;
  }
  const auto width = static_cast<std::size_t>(bits / 8);
  for_each_run(tile, place,
               [&](std::int64_t index, std::int64_t first, std::int64_t count, std::int64_t step) {
                 const auto to = static_cast<std::size_t>(index) * width;
                 const auto from = static_cast<std::size_t>(first) * width;
                 if (width > 0) {
                   return copy_elements(width, &memory[from], step, &contents.bytes()[to], 1,
                                        count);
                 }
                 for (std::int64_t i = 0; i < count; ++i) {
                   contents.set(index + i, load_bits(memory, bits, first + i * step));
                 }
               });
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
  const auto width = static_cast<std::size_t>(bits / 8);
  for_each_run(tile, place,
               [&](std::int64_t index, std::int64_t first, std::int64_t count, std::int64_t step) {
                 const auto from = static_cast<std::size_t>(index) * width;
                 const auto to = static_cast<std::size_t>(first) * width;
                 if (width > 0) {
                   return copy_elements(width, &contents.bytes()[from], 1, &memory[to], step,
                                        count);
                 }
                 for (std::int64_t i = 0; i < count; ++i) {
                   store_bits(memory, bits, first + i * step, contents[index + i]);
                 }
               });
}

}  // namespace assay
