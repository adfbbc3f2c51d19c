// SPDX-License-Identifier: Apache-2.0
// Offsets of the elements of a view, for code that iterates over all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/ops/movement/load/load_view.hpp"

namespace assay::ops {

/// GlobalSpec::offset() of view_index() for the first rows and columns of a view. No dimension
/// counts both, so that the offset is a sum of what a row and what a column give.
class ViewOffsets {
 public:
  ViewOffsets(const GlobalSpec& view, std::int64_t rows, std::int64_t cols) {
    if (rows <= 0 || cols <= 0) return;  // dimensions may be empty
    const std::int64_t start = view.offset(view_index(view, 0, 0));
    for (std::int64_t row = 0; row < rows; ++row) {
      rows_.push_back(view.offset(view_index(view, row, 0)));
    }
    for (std::int64_t col = 0; col < cols; ++col) {
      cols_.push_back(view.offset(view_index(view, 0, col)) - start);
    }
  }

  std::int64_t at(std::int64_t row, std::int64_t col) const {
    return rows_[static_cast<std::size_t>(row)] + cols_[static_cast<std::size_t>(col)];
  }

 private:
  std::vector<std::int64_t> rows_;
  std::vector<std::int64_t> cols_;
};

}  // namespace assay::ops
