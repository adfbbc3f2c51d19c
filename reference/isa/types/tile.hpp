// SPDX-License-Identifier: Apache-2.0
// Tiles: the compile-time type, the run-time valid region, and convolution tiles.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "reference/isa/types/element_type.hpp"
#include "reference/isa/types/global_layout.hpp"

namespace assay {

enum class Location : std::uint8_t {
  vec,
  mat,
  left,
  right,
  acc,
  bias,
  scaling,
  scale_left,
  scale_right,
};
enum class BLayout : std::uint8_t { row_major, col_major };
enum class SLayout : std::uint8_t { none_box, row_major, col_major };
enum class CompactMode : std::uint8_t { null, normal, row_plus_one, row_aligned_padding };
enum class PadKind : std::uint8_t { null, zero, max, min, custom };

/// The six (BLayout, SLayout) pairs under the names that diagnostics and TPRINT use.
enum class TileLayout : std::uint8_t { ND, DN, NZ, ZN, ZZ, NN };

/// PadValue of a tile. `custom_bits` is the raw pattern of a custom pad, low bits first.
struct Pad {
  PadKind kind = PadKind::null;
  std::uint32_t custom_bits = 0;
  friend bool operator==(const Pad&, const Pad&) = default;
};

/// ConvTileShape: the leading `rank` of `dims` count, outermost first.
struct ConvShape {
  GlobalLayout layout = GlobalLayout::NC1HWC0;
  int rank = 5;
  std::array<std::int64_t, 6> dims{1, 1, 1, 1, 1, 1};
  std::int64_t elements() const;  ///< product of the dims
  friend bool operator==(const ConvShape&, const ConvShape&) = default;
};

/// The values of a template parameter list. A convolution tile has `conv` and no rows or columns:
/// it is treated as one row of conv->elements() columns.
struct TileType {
  ElementType element = ElementType::f32;
  Location location = Location::vec;
  BLayout blayout = BLayout::row_major;
  SLayout slayout = SLayout::none_box;
  int fractal = 512;  ///< SFractalSize: 512, 1024 or 32; a tag, not always a byte count
  std::int64_t rows = 1;
  std::int64_t cols = 1;
  Pad pad = {};
  CompactMode compact = CompactMode::null;
  bool dynamic_valid_rows = true;  ///< ValidRow is -1 in the type
  bool dynamic_valid_cols = true;  ///< ValidCol is -1 in the type
  std::optional<ConvShape> conv = {};
  friend bool operator==(const TileType&, const TileType&) = default;

  TileLayout layout() const;
  bool is_boxed() const { return slayout != SLayout::none_box; }
  std::int64_t elements() const { return conv ? conv->elements() : rows * cols; }
  std::int64_t bytes() const { return bytes_for(element, elements()); }
};

/// A tile as one call sees it: the type plus the valid region [0, valid_rows) x [0, valid_cols).
struct TileSpec {
  TileType type;
  std::int64_t valid_rows = 1;
  std::int64_t valid_cols = 1;
  friend bool operator==(const TileSpec&, const TileSpec&) = default;

  /// Rows and columns of the logical matrix; 1 x elements for a convolution tile.
  std::int64_t rows() const { return type.conv ? 1 : type.rows; }
  std::int64_t cols() const { return type.conv ? type.conv->elements() : type.cols; }
  bool is_valid(std::int64_t row, std::int64_t col) const {
    return row < valid_rows && col < valid_cols;
  }
};

/// Rows and columns of one box (fractal); 1 x 1 without boxes. Source: InnerRows and InnerCols of
/// the Tile class.
struct BoxShape {
  std::int64_t rows;
  std::int64_t cols;
};
BoxShape box_of(const TileType& type);

/// First constraint of the Tile class that `type` breaks, in words, or nothing. The constraints
/// hold for every op, so pages do not repeat them: shape positive, whole boxes, rows (or columns)
/// of 32 bytes.
std::optional<std::string_view> malformed(const TileType& type);

/// Rounds rows and columns up to the next shape that is not malformed. Needs a legal fractal size.
void make_well_formed(TileType& type);

/// Sets the valid region and grows the shape where it is smaller.
void set_valid(TileSpec& tile, std::int64_t rows, std::int64_t cols);

std::string_view name_of(Location location);
std::string_view name_of(TileLayout layout);
std::string_view name_of(PadKind kind);

}  // namespace assay
