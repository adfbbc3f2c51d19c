// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/types/tile.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace assay {

std::int64_t ConvShape::elements() const {
  return std::accumulate(dims.begin(), dims.begin() + rank, std::int64_t{1}, std::multiplies<>());
}

TileLayout TileType::layout() const {
  const bool rows_first = blayout == BLayout::row_major;
  switch (slayout) {
    case SLayout::none_box:
      return rows_first ? TileLayout::ND : TileLayout::DN;
    case SLayout::row_major:
      return rows_first ? TileLayout::ZZ : TileLayout::NZ;
    case SLayout::col_major:
      return rows_first ? TileLayout::ZN : TileLayout::NN;
  }
  return TileLayout::ND;
}

BoxShape box_of(const TileType& type) {
  const std::int64_t block = 32 / size_of(type.element);
  const bool rows_first = type.slayout == SLayout::row_major;
  if (type.fractal == 1024) return {16, 16};
  if (type.fractal == 32) return rows_first ? BoxShape{16, 2} : BoxShape{2, 16};
  if (!type.is_boxed()) return {1, 1};
  // A block of the device holds 64 four-bit elements, though the generic tile constants have 32.
  const std::int64_t lanes = bits_of(type.element) == 4 ? 64 : block;
  return rows_first ? BoxShape{16, lanes} : BoxShape{lanes, 16};
}

std::optional<std::string_view> malformed(const TileType& type) {
  if (type.conv) {
    if (type.conv->rank < 1 || type.conv->rank > 6) return "a ConvTileShape has 1 to 6 dimensions";
    if (type.conv->elements() <= 0) return "every dimension of a ConvTileShape is positive";
    return std::nullopt;
  }
  const BoxShape box = box_of(type);
  const std::int64_t bits = bits_of(type.element);
  if (type.rows <= 0 || type.cols <= 0) return "Rows and Cols are positive";
  if (type.fractal != 512 && type.fractal != 1024 && type.fractal != 32) {
    return "SFractalSize is 512, 1024 or 32";
  }
  if (type.cols % box.cols != 0) return "Cols is a multiple of the columns of a box";
  const bool ragged_rows_allowed =
      type.location == Location::vec || type.fractal == 32 || type.rows == 1;
  if (type.rows % box.rows != 0 && !ragged_rows_allowed) {
    return "Rows is a multiple of the rows of a box";
  }
  if (!type.is_boxed()) {
    const bool rows_first = type.blayout == BLayout::row_major;
    const std::int64_t line = rows_first ? type.cols : type.rows;
    if (line * bits % 256 != 0) {
      return rows_first ? std::string_view("a row is a multiple of 32 bytes")
                        : std::string_view("a column is a multiple of 32 bytes");
    }
  }
  return std::nullopt;
}

namespace {

std::int64_t round_up(std::int64_t value, std::int64_t step) {
  return (value + step - 1) / step * step;
}

}  // namespace

void make_well_formed(TileType& type) {
  if (type.conv) return;
  const BoxShape box = box_of(type);
  const std::int64_t block = 256 / bits_of(type.element);
  type.rows = std::max<std::int64_t>(type.rows, 1);
  type.cols = round_up(std::max<std::int64_t>(type.cols, 1), box.cols);
  if (type.rows != 1 || type.is_boxed()) type.rows = round_up(type.rows, box.rows);
  if (type.is_boxed()) return;
  if (type.blayout == BLayout::row_major) {
    type.cols = round_up(type.cols, std::lcm(block, box.cols));
  } else {
    type.rows = round_up(type.rows, std::lcm(block, box.rows));
  }
}

void set_valid(TileSpec& tile, std::int64_t rows, std::int64_t cols) {
  tile.valid_rows = rows;
  tile.valid_cols = cols;
  if (tile.type.conv) return;
  tile.type.rows = std::max(tile.type.rows, rows);
  tile.type.cols = std::max(tile.type.cols, cols);
  make_well_formed(tile.type);
}

}  // namespace assay
