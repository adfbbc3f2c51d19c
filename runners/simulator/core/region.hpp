// SPDX-License-Identifier: Apache-2.0
// Rows and columns of a tile: how many, and one of them.
#pragma once

#include <cstdint>

#include "runners/backend.h"

namespace assay::simulator {

struct Region {
  std::int64_t rows, cols;
};

struct Place {
  std::int64_t row, col;
};

constexpr Region valid_region_of(const assay_operand& tile) {
  return {tile.valid_rows, tile.valid_cols};
}
constexpr Region whole_of(const assay_operand& tile) { return {tile.rows, tile.cols}; }

}  // namespace assay::simulator
