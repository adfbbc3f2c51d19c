// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/gathering/indices.hpp"

#include <algorithm>

#include "reference/ops/movement/load/view_offsets.hpp"

namespace assay::ops {
namespace {

/// A number that follows from the bits of an element and its place.
std::uint64_t mixed(std::uint64_t bits, std::int64_t index) {
  std::uint64_t word = (bits + 1) * 0x9E3779B97F4A7C15ULL + static_cast<std::uint64_t>(index);
  word = (word ^ (word >> 29)) * 0xBF58476D1CE4E5B9ULL;
  return word ^ (word >> 32);
}

/// Visits the valid elements of a tile, or those of a view, by their index in its contents.
template <typename Visit>
void for_each_read(const Call& call, const std::string& operand, const Visit& visit) {
  if (call.is_tile(operand)) {
    for_each_valid(call.tile(operand),
                   [&](std::int64_t index, std::int64_t, std::int64_t) { visit(index); });
    return;
  }
  const GlobalSpec& view = call.global(operand);
  const ViewShape size = view_of(view);
  const ViewOffsets offsets(view, size.rows, size.cols);
  for (std::int64_t row = 0; row < size.rows; ++row) {
    for (std::int64_t col = 0; col < size.cols; ++col) visit(offsets.at(row, col));
  }
}

}  // namespace

const vocabulary::Elements gathered_elements{i8, u8, i16, u16, i32, u32, f16, bf16, f32};
const vocabulary::Elements gathered_on_a5{i8,  u8,   i16, u16,  i32,  u32,
                                          f16, bf16, f32, e4m3, e5m2, hif8};

std::optional<std::int64_t> valid_element(const TileSpec& tile, std::uint64_t number) {
  if (number >= static_cast<std::uint64_t>(tile.rows() * tile.cols())) return std::nullopt;
  const auto index = static_cast<std::int64_t>(number);
  const bool valid = tile.is_valid(index / tile.cols(), index % tile.cols());
  return valid ? std::optional(index) : std::nullopt;
}

std::int64_t largest_index(ElementType type) {
  const int bits = bits_of(type) - (is_signed(type) ? 1 : 0);
  return (std::int64_t{1} << std::min(bits, 32)) - 1;
}

std::int64_t elements_up_to(const TileSpec& tile, std::int64_t last) {
  const std::int64_t rows = last / tile.cols();
  if (rows >= tile.valid_rows) return tile.valid_rows * tile.valid_cols;
  return rows * tile.valid_cols + std::min(tile.valid_cols, last % tile.cols() + 1);
}

void make_legal(const Call& call, std::vector<ElementArray>& contents,
                const LegalIndices& indices) {
  ElementArray& bits = contents.at(call.form->index_of(indices.operand));
  if (indices.count <= 0 || bits.size() == 0) return;
  for_each_read(call, indices.operand, [&](std::int64_t index) {
    if (index < 0 || index >= bits.size() || indices.legal(bits[index])) return;
    const std::uint64_t word = mixed(bits[index], index);
    std::int64_t number = 0;
    if (word % 16 == 0) {
      number = indices.count - 1;
    } else if (word % 16 > 1) {
      number = static_cast<std::int64_t>((word >> 4) % static_cast<std::uint64_t>(indices.count));
    }
    bits.set(index, indices.value(number));
  });
}

}  // namespace assay::ops
