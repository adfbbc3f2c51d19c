// SPDX-License-Identifier: Apache-2.0
// Where elements lie: a walk over the boxes of a tile, and over the dimensions of a global view.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "runners/backend.h"
#include "runners/simulator/core/seams.hpp"
#include "runners/simulator/rules/rules.hpp"

namespace assay::simulator {

/// How a walk steps through a tile. An unboxed tile is one box. All counts are of elements.
struct Route {
  std::int64_t rows, cols;     ///< the tile
  Box box;                     ///< one box
  bool boxes_down = false;     ///< next box is the one below, not the one to the right
  bool elements_down = false;  ///< the same for elements inside a box
  std::int64_t line = 0;       ///< from one line inside a box to the next
  std::int64_t strip = 0;      ///< from one row or column of boxes to the next
};
Route route_of(const assay_operand& tile);

/// Physical element number of every element (row * cols + column) of a tile, found by visiting box
/// after box and element after element with a running address.
std::vector<std::int64_t> walk(const Route& route);

/// Does the walk visit only whole boxes, or boxes cut in a way that leaves no doubt?
bool walk_is_settled(const assay_operand& tile);

/// The element with that index in the memory of a tile that is row-major without boxes; 0 beyond
/// its shape. To walk a whole tile for one element makes a call quadratic.
std::uint64_t in_row_major(const assay_operand& tile, std::int64_t index);

/// A tile in memory, addressed by row and column. Elements that do not exist read as 0 and are not
/// written.
class Tile {
 public:
  explicit Tile(const assay_operand& operand);
  /// Its steps pass a seam.
  Tile(const assay_operand& operand, const Seams& seams);
  /// The same of a factor of a product.
  Tile(const Request& request, const assay_operand& operand, const Seams& seams);

  const assay_operand& operand() const { return *operand_; }
  std::uint64_t get(std::int64_t row, std::int64_t col) const;
  void set(std::int64_t row, std::int64_t col, std::uint64_t bits);

 private:
  Tile(const assay_operand& operand, const Route& route);
  std::int64_t place(std::int64_t row, std::int64_t col) const;  ///< -1 where there is none

  const assay_operand* operand_;
  int width_;
  std::int64_t capacity_;
  std::vector<std::int64_t> places_;
};

/// The tile that receives results.
class Output {
 public:
  Output(const Request& request, const assay_operand& operand, const Seams& seams);

  Tile& tile() { return tile_; }
  /// `inputs` are the patterns that the element was computed from, where those are few.
  void put(Place place, std::uint64_t bits, Inputs inputs = {});

  /// To be called after the last put.
  void finish();

 private:
  const Request* request_;
  Tile tile_;
  const Seams* seams_;
  bool first_ = true;
};

/// Which dimensions of a global layout count rows and columns of its two-dimensional view,
/// outermost first.
struct ViewDims {
  std::vector<int> rows;
  std::vector<int> cols;
};
ViewDims view_dims(std::uint32_t layout);

/// Product of the shape over some dimensions.
std::int64_t extent(const assay_operand& global, std::span<const int> dims);

/// Visits every element of a global view: its row, its column, its offset from `data` in elements.
using Visit = std::function<void(std::int64_t row, std::int64_t col, std::int64_t offset)>;
void walk_view(const assay_operand& global, const Visit& visit);

/// Largest offset that walk_view visits; -1 for an empty view.
std::int64_t last_offset(const assay_operand& global);

}  // namespace assay::simulator
