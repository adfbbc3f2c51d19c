// SPDX-License-Identifier: Apache-2.0
// A tile as a small map of characters.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "reports/replay/parts.hpp"
#include "reports/words/table.hpp"

namespace assay::reports {
namespace {

// With an outline on all sides the map is at most 64 x 32.
constexpr std::int64_t most_rows = 30;
constexpr std::int64_t most_cols = 62;

// In the order in which the elements of a block outvote each other.
enum class Mark : unsigned char { blank, right, target_defined, wrong };

std::int64_t blocks(std::int64_t size, std::int64_t step) { return (size + step - 1) / step; }

std::int64_t step_for(std::int64_t size, std::int64_t most) {
  return std::max<std::int64_t>(1, blocks(size, most));
}

Mark mark_of(const TileView& view, std::int64_t index) {
  const auto k = static_cast<std::size_t>(index);
  if (view.wrong[k]) return Mark::wrong;
  const Accept accept = view.expected->accept[k];
  if (accept == Accept::unspecified) return Mark::blank;
  return accept == Accept::target_defined ? Mark::target_defined : Mark::right;
}

class Map {
 public:
  explicit Map(const TileView& view)
      : row_step_(step_for(view.expected->rows, most_rows)),
        col_step_(step_for(view.expected->cols, most_cols)),
        rows_(blocks(view.expected->rows, row_step_)),
        cols_(blocks(view.expected->cols, col_step_)),
        boxed_rows_(blocks(view.valid_rows, row_step_)),
        boxed_cols_(blocks(view.valid_cols, col_step_)),
        marks_(static_cast<std::size_t>(rows_ * cols_), Mark::blank) {
    for (std::int64_t row = 0; row < view.expected->rows; ++row) {
      for (std::int64_t col = 0; col < view.expected->cols; ++col) {
        Mark& mark = at(row / row_step_, col / col_step_);
        mark = std::max(mark, mark_of(view, view.expected->at(row, col)));
      }
    }
  }

  std::int64_t row_step() const { return row_step_; }
  std::int64_t col_step() const { return col_step_; }

  void print(std::ostream& out, bool colour) {
    const bool outlined = boxed_rows_ > 0 && boxed_cols_ > 0;
    if (outlined) print_border(out, "┌", "┐");
    const std::int64_t last = std::max(outlined ? boxed_rows_ : 0, rows_with_marks());
    for (std::int64_t row = 0; row < last; ++row) {
      print_row(out, row, outlined && row < boxed_rows_, colour);
      if (outlined && row + 1 == boxed_rows_) print_border(out, "└", "┘");
    }
  }

 private:
  Mark& at(std::int64_t row, std::int64_t col) {
    return marks_[static_cast<std::size_t>(row * cols_ + col)];
  }

  std::int64_t rows_with_marks() const {
    const auto blank = [](Mark mark) { return mark == Mark::blank; };
    const auto last = std::find_if_not(marks_.rbegin(), marks_.rend(), blank);
    return blocks(std::distance(last, marks_.rend()), cols_);
  }

  void print_border(std::ostream& out, const char* left, const char* right) const {
    out << "  " << left;
    for (std::int64_t col = 0; col < boxed_cols_; ++col) out << "─";
    out << right << '\n';
  }

  // Rows below the valid region leave room for the outline, so that columns stay below each other.
  void print_row(std::ostream& out, std::int64_t row, bool outlined, bool colour) {
    std::string line(outlined ? "  │" : "   ");
    for (std::int64_t col = 0; col < cols_; ++col) {
      if (col == boxed_cols_) line += outlined ? "│" : " ";
      line += symbol(at(row, col), colour);
    }
    if (boxed_cols_ == cols_ && outlined) line += "│";
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  }

  static std::string symbol(Mark mark, bool colour) {
    switch (mark) {
      case Mark::blank:
        return " ";
      case Mark::right:
        return ".";
      case Mark::target_defined:
        return "~";
      case Mark::wrong:
        return styled("X", Style::bad, colour);
    }
    return "?";
  }

  std::int64_t row_step_;
  std::int64_t col_step_;
  std::int64_t rows_;
  std::int64_t cols_;
  std::int64_t boxed_rows_;
  std::int64_t boxed_cols_;
  std::vector<Mark> marks_;
};

}  // namespace

void print_map(std::ostream& out, const TileView& view, bool colour) {
  Map map(view);
  out << fmt::format("{}: {} x {}, valid {} x {}", view.operand, view.expected->rows,
                     view.expected->cols, view.valid_rows, view.valid_cols);
  if (map.row_step() > 1 || map.col_step() > 1) {
    out << fmt::format(", one character = {} rows x {} columns", map.row_step(), map.col_step());
  }
  out << '\n';
  map.print(out, colour);
  out << "  . right   X wrong   ~ target-defined   blank unspecified   outlined: the valid "
         "region\n";
}

}  // namespace assay::reports
