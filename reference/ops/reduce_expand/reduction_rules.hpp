// SPDX-License-Identifier: Apache-2.0
// Rules of instructions that reduce rows or columns.
#pragma once

#include <functional>
#include <string>

#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {

/// src is row-major without boxes, in Vec, with the types of the page; dst has its type.
struct Reduced {
  std::string page = {};
  Types types = {};  ///< of src
  /// On the CPU, element types of dst for those of src where the header has a list of pairs.
  std::vector<std::pair<ElementType, ElementType>> cpu_pairs = {};
  bool cpu_rows = false;  ///< the CPU wants equal Rows of both tiles
  bool cpu_cols = false;  ///< equal Cols
};

/// Of src and dst where rows are reduced: dst is row-major, or column-major with one column, and
/// has the valid rows of src.
Rules row_reduction_rules(const Reduced& page);

/// Of src and dst where columns are reduced: dst is row-major and has the valid columns of src.
Rules column_reduction_rules(const Reduced& page);

/// dst is row-major without boxes, or column-major with one column.
Constraint column_of_results(const std::string& operand, const std::string& page);

/// Rows of tmp and bytes in each that A2A3 needs for a call.
struct Room {
  std::int64_t rows = 0;
  std::int64_t bytes = 0;
};
using RoomNeeded = std::function<Room(const Call&)>;

/// tmp is a row-major Vec tile, with the room that A2A3 needs. `text` says how much that is; a
/// breach is not promised to be refused.
Rules row_scratch(const std::string& page, const std::string& text, RoomNeeded needed);

/// Rows of several times 256 bytes, which devices reduce in steps.
Scenario wide_rows();

/// Elements of src in 256 bytes.
std::int64_t repeat_of(const TileSpec& tile);

}  // namespace assay::ops
