// SPDX-License-Identifier: Apache-2.0
// A table that grows row by row and takes no memory for what it has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "golden/tables/table.hpp"
#include "golden/tables/unnamed_file.hpp"

namespace assay::golden {

struct Heading {
  std::string name;
  CellKind kind = CellKind::text;
  bool optional = false;  ///< a column of texts that stays out where all of them are empty
};

/// A value of a row; texts have to last for the call of add() alone.
using Cell = std::variant<std::string_view, std::uint64_t, std::int64_t, double>;

class TableRows {
 public:
  /// Rows of more than a mebibyte are buffered in a file next to `target`.
  TableRows(std::vector<Heading> headings, std::filesystem::path target);
  /// The rows of a table that is in memory.
  TableRows(const Table& table, std::filesystem::path target);

  /// One cell per heading, of its kind; throws std::invalid_argument else.
  void add(std::span<const Cell> cells);
  void add(std::initializer_list<Cell> cells) { add(std::span(cells.begin(), cells.size())); }
  std::uint64_t rows() const { return rows_; }
  /// Headings of the columns that there will be.
  std::vector<Heading> columns() const;
  /// The type of a row; a text ends with NUL, which pads it to the longest of its column.
  H5::CompType type() const;
  /// Calls `take` with the rows as that type has them, in order, in pieces of about a mebibyte.
  void each_piece(const std::function<void(std::span<const std::byte>)>& take) const;

 private:
  bool is_out(std::size_t column) const {
    return headings_[column].optional && widths_[column] == 1;
  }
  std::size_t row_bytes() const;

  std::vector<Heading> headings_;
  std::vector<std::size_t> widths_;  ///< bytes of a cell in the file
  UnnamedFile waiting_;              ///< rows, a text as its length and its bytes
  std::vector<std::byte> row_;
  std::uint64_t rows_ = 0;
};

}  // namespace assay::golden
