// SPDX-License-Identifier: Apache-2.0
// Columns of text for a terminal.
#include "reports/words/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace assay::reports {
namespace {

std::string_view code_of(Style style) {
  switch (style) {
    case Style::plain:
      return "";
    case Style::good:
      return "\x1b[32m";
    case Style::bad:
      return "\x1b[31m";
    case Style::dim:
      return "\x1b[2m";
    case Style::strong:
      return "\x1b[1m";
  }
  return "";
}

}  // namespace

std::string styled(std::string_view text, Style style, bool colour) {
  if (!colour || style == Style::plain || text.empty()) return std::string(text);
  return std::string(code_of(style)).append(text).append("\x1b[0m");
}

void TextTable::print(std::ostream& out, std::size_t indent, bool colour) const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t k = 0; k < row.size(); ++k) {
      widths[k] = std::max(widths[k], row[k].text.size());
    }
  }
  for (const auto& row : rows_) {
    std::string gap(indent, ' ');
    for (std::size_t k = 0; k < row.size(); ++k) {
      // The gap is written late so that no line ends in spaces.
      if (!row[k].text.empty()) {
        out << gap << styled(row[k].text, row[k].style, colour);
        gap.clear();
      }
      gap.append(widths[k] - row[k].text.size() + 2, ' ');
    }
    out << '\n';
  }
}

void NumberTable::print(std::ostream& out, std::size_t indent, bool colour) const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  }
  TextTable table;
  for (const auto& row : rows_) {
    std::vector<Cell> cells;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string text = k < texts_ ? row[k] : fmt::format("{:>{}}", row[k], widths[k]);
      cells.push_back({text, &row == &rows_.front() ? Style::dim : Style::plain});
    }
    table.add(std::move(cells));
  }
  table.print(out, indent, colour);
}

}  // namespace assay::reports
