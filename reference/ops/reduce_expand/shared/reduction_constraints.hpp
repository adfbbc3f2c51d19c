// SPDX-License-Identifier: Apache-2.0
// Constraints of instructions that reduce rows or columns.
#pragma once

#include <functional>
#include <string>

#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {

/// Element types of src on every target; dst has the type of src.
Constraints types_of_src_and_dst(const std::string& page, const Types& types);

/// On devices src and dst lie in Vec and src is row-major without boxes; whole boxes elsewhere,
/// SFractalSize 512, static valid bounds within the shape.
Constraints tiles_of_reduction(const std::string& page);

/// dst is row-major without boxes, or column-major with one column.
Constraint column_of_results(const std::string& operand, const std::string& page);

/// dst of a reduction of rows: column_of_results() with the rows of src, which is not empty.
Constraints results_of_rows(const std::string& page);
/// dst of a reduction of columns: row-major without boxes, with the columns of src.
Constraints results_of_columns(const std::string& page);

/// Rows of tmp and bytes in each that A2A3 needs for a call.
struct Room {
  std::int64_t rows = 0;
  std::int64_t bytes = 0;
};
using RoomNeeded = std::function<Room(const Call&)>;

/// tmp is a row-major Vec tile, with the room that A2A3 needs. `text` says how much that is; a
/// breach is not promised to be refused.
Constraints row_scratch(const std::string& page, const std::string& text, const RoomNeeded& needed);

/// row_scratch() of an extreme: where a row of half or float exceeds 256 bytes, rows of 256 bytes;
/// elsewhere one block.
Constraints scratch_of_extremes(const std::string& page);

/// Columns are added in pairs of rows, then in pairs of these, where the attribute isBinary is
/// true: tmp has a row for every pair of the first step, and each holds the valid columns of src.
Constraint rows_for_pairs();
Constraint columns_for_pairs();

/// A source without a valid row, or without a valid column: the page returns early.
Scenario without_rows();
Scenario without_columns();

/// Lines of one element, which are their own sum, product and extremes.
Scenario lines_of_one_row();
Scenario lines_of_one_column();

/// Rows of several times 256 bytes, which devices reduce in steps.
Scenario wide_rows();
/// So many rows of src, of one block of 32 bytes each.
Scenario many_rows(std::string name, std::string text, std::int64_t least, std::int64_t most);
/// Of searches along rows: wide ones, of one column, more than 255, a single one.
std::vector<Scenario> lines_along_rows();
/// More columns than a register has lanes.
Scenario wide_columns();

/// Elements of src in 256 bytes.
std::int64_t repeat_of(const TileSpec& tile);

}  // namespace assay::ops
