// SPDX-License-Identifier: Apache-2.0
// Where elements lie: a walk over the boxes of a tile, and over the dimensions of a global view.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "runners/backend.h"
#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/hooks.hpp"
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

/// Whether one box has all elements: from one to the next of a line is one step, from one line to
/// the next Route::line.
constexpr bool is_one_box(const Route& route) {
  return route.box.rows >= route.rows && route.box.cols >= route.cols;
}

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
  /// Its steps pass a hook.
  Tile(const assay_operand& operand, const Hooks& hooks);
  /// The same of a factor of a product.
  Tile(const Request& request, const assay_operand& operand, const Hooks& hooks);

  const assay_operand& operand() const { return *operand_; }
  std::uint64_t get(std::int64_t row, std::int64_t col) const {
    const std::int64_t offset = place(row, col);
    return offset < 0 ? 0 : load_bits(operand_->data, width_, offset);
  }
  void set(std::int64_t row, std::int64_t col, std::uint64_t bits) {
    const std::int64_t offset = place(row, col);
    if (offset >= 0) store_bits(operand_->data, width_, offset, bits);
  }

 private:
  Tile(const assay_operand& operand, const Route& route);

  /// -1 where there is none.
  std::int64_t place(std::int64_t row, std::int64_t col) const {
    if (row < 0 || col < 0 || row >= operand_->rows || col >= operand_->cols) return -1;
    const std::int64_t offset = in_one_box_
                                    ? row * row_step_ + col * col_step_
                                    : places_[static_cast<std::size_t>(row * operand_->cols + col)];
    return offset < capacity_ ? offset : -1;
  }

  const assay_operand* operand_;
  int width_;
  std::int64_t capacity_;
  bool in_one_box_;  ///< whose lines are walked in equal steps
  std::int64_t row_step_, col_step_;
  std::vector<std::int64_t> places_;  ///< of the elements of a tile of boxes
};

/// The tile that receives results.
class Output {
 public:
  Output(const Request& request, const assay_operand& operand, const Hooks& hooks);

  Tile& tile() { return tile_; }
  /// `inputs` are the patterns that the element was computed from, where those are few.
  void put(Place place, std::uint64_t bits, Inputs inputs = {}) {
    const Written element{*request_, place, inputs, first_, &tile_.operand()};
    tile_.set(place.row, place.col, hooks_->written(element, bits));
    first_ = false;
  }

  /// To be called after the last put.
  void finish();

 private:
  const Request* request_;
  Tile tile_;
  const Hooks* hooks_;
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
