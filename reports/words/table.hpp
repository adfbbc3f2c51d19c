// SPDX-License-Identifier: Apache-2.0
// Columns of text for a terminal.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace assay::reports {

enum class Style : unsigned char { plain, good, bad, dim, strong };

/// The text between the terminal's codes for a style, or the bare text without colour.
std::string styled(std::string_view text, Style style, bool colour);

/// One cell. Widths are counted in bytes, so cells are ASCII.
struct Cell {
  std::string text;
  Style style = Style::plain;
};

/// Rows whose columns are aligned, two spaces apart.
class TextTable {
 public:
  void add(std::vector<Cell> row) { rows_.push_back(std::move(row)); }
  void print(std::ostream& out, std::size_t indent, bool colour) const;

 private:
  std::vector<std::vector<Cell>> rows_;
};

/// The same of which all cells but the first `texts` of a row are numbers, flush right. The first
/// row is dim.
class NumberTable {
 public:
  explicit NumberTable(std::size_t texts) : texts_(texts) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  void print(std::ostream& out, std::size_t indent, bool colour) const;

 private:
  std::size_t texts_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace assay::reports
