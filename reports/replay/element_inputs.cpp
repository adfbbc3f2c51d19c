// SPDX-License-Identifier: Apache-2.0
#include "reports/replay/element_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"

namespace assay::reports {
namespace {

/// Rows and columns of an input, first and count.
struct Part {
  std::int64_t row = 0;
  std::int64_t col = 0;
  std::int64_t rows = 1;
  std::int64_t cols = 1;
};

/// The place of an element of an output, and the size of that.
struct Target {
  const TileSpec& tile;
  std::int64_t row = 0;
  std::int64_t col = 0;
};

bool is_within(const TileSpec& tile, const Part& part) {
  return part.row >= 0 && part.col >= 0 && part.row + part.rows <= tile.valid_rows &&
         part.col + part.cols <= tile.valid_cols;
}

std::optional<std::int64_t> scalar_named(const Case& test_case, std::string_view name) {
  const Form& form = test_case.form();
  if (!form.has(name)) return std::nullopt;
  const auto* scalar = std::get_if<ScalarSpec>(&test_case.call.operands[form.index_of(name)]);
  if (scalar == nullptr) return std::nullopt;
  return static_cast<std::int64_t>(scalar->bits & mask_of(scalar->element));
}

/// A window that is taken out is smaller than its source, one that is put in smaller than the
/// output.
std::optional<Part> moved(const Case& test_case, const TileSpec& input, const Target& target) {
  const auto row = scalar_named(test_case, "indexRow");
  const auto col = scalar_named(test_case, "indexCol");
  if (!row || !col) return std::nullopt;
  const bool taken_out = input.valid_rows >= target.tile.valid_rows + *row &&
                         input.valid_cols >= target.tile.valid_cols + *col;
  const Part part = taken_out ? Part{target.row + *row, target.col + *col}
                              : Part{target.row - *row, target.col - *col};
  return is_within(input, part) ? std::optional(part) : std::nullopt;
}

std::optional<Part> factor(const Form& form, std::size_t operand, const TileSpec& input,
                           const Target& target) {
  const std::string& name = form.operands[operand].name;
  if (name == "aMatrix") return Part{target.row, 0, 1, input.valid_cols};
  if (name == "bMatrix") return Part{0, target.col, input.valid_rows, 1};
  return std::nullopt;
}

/// The line of the lead that is reduced to the element: a row where the page ties the valid rows of
/// the output to those of the lead, else a column.
std::optional<Part> reduced(const Form& form, std::size_t operand, std::string_view output,
                            const TileSpec& input, const Target& target) {
  const auto result = std::ranges::find(form.results, output, &Result::operand);
  if (result == form.results.end() || form.operands[operand].name != form.lead) return std::nullopt;
  switch (result->accumulates) {
    case Accumulates::extreme:
    case Accumulates::elements:
    case Accumulates::factors:
      break;
    default:
      return std::nullopt;
  }
  const bool rows = std::ranges::any_of(form.constraints, [&](const Constraint& one) {
    return one.name == std::string(output) + ".same_valid_rows";
  });
  return rows ? Part{target.row, 0, 1, input.valid_cols} : Part{0, target.col, input.valid_rows, 1};
}

std::optional<Part> part_of(const Case& test_case, std::size_t operand, std::string_view output,
                            const TileSpec& input, const Target& target) {
  if (const auto part = reduced(test_case.form(), operand, output, input, target)) return part;
  if (const auto part = factor(test_case.form(), operand, input, target)) return part;
  if (const auto part = moved(test_case, input, target)) return part;
  const bool same_rows = input.valid_rows == target.tile.valid_rows;
  const bool same_cols = input.valid_cols == target.tile.valid_cols;
  if (same_rows && same_cols) return Part{target.row, target.col};
  if (same_cols && input.valid_rows == 1) return Part{0, target.col};
  if (same_rows && input.valid_cols == 1) return Part{target.row, 0};
  if (same_rows && target.tile.valid_cols == 1) return Part{target.row, 0, 1, input.valid_cols};
  if (same_cols && target.tile.valid_rows == 1) return Part{0, target.col, input.valid_rows, 1};
  return std::nullopt;
}

std::string place_of(const Part& part) {
  if (part.rows > 1) return fmt::format("column {}", part.col);
  if (part.cols > 1) return fmt::format("row {}", part.row);
  return fmt::format("({}, {})", part.row, part.col);
}

/// "65 in [1 .. 3.5], NaN".
std::string line_text(const TileSpec& tile, const ElementArray& contents, const Part& part) {
  const ElementType type = contents.type();
  std::optional<std::uint64_t> lowest, highest;
  bool nan = false;
  for (std::int64_t row = part.row; row < part.row + part.rows; ++row) {
    for (std::int64_t col = part.col; col < part.col + part.cols; ++col) {
      const std::uint64_t bits = contents[row * tile.cols() + col];
      if (numerics::is_nan(type, bits)) {
        nan = true;
        continue;
      }
      const std::int64_t key = numerics::order_key(type, bits);
      if (!lowest || key < numerics::order_key(type, *lowest)) lowest = bits;
      if (!highest || key > numerics::order_key(type, *highest)) highest = bits;
    }
  }
  std::string text = fmt::format("{} elements", part.rows * part.cols);
  if (lowest) {
    text += fmt::format(" in [{} .. {}]", numerics::describe(type, *lowest),
                        numerics::describe(type, *highest));
  }
  return nan ? text + ", NaN" : text;
}

}  // namespace

std::vector<ElementInput> inputs_of(const Case& test_case, std::string_view output,
                                    std::int64_t row, std::int64_t col,
                                    std::span<const ElementArray> before) {
  std::vector<ElementInput> inputs;
  const Form& form = test_case.form();
  const auto* tile = form.has(output)
                         ? std::get_if<TileSpec>(&test_case.call.operands[form.index_of(output)])
                         : nullptr;
  if (tile == nullptr) return inputs;
  for (std::size_t i = 0; i < std::min(form.operands.size(), before.size()); ++i) {
    const auto* input = std::get_if<TileSpec>(&test_case.call.operands[i]);
    const Role role = form.operands[i].role;
    const bool is_read = role == Role::input || role == Role::in_out;
    if (input == nullptr || !is_read) continue;
    if (before[i].size() != input->rows() * input->cols()) continue;
    const auto part = part_of(test_case, i, output, *input, {*tile, row, col});
    if (!part || !is_within(*input, *part)) continue;
    const bool line = part->rows * part->cols > 1;
    inputs.push_back({i, place_of(*part),
                      line ? line_text(*input, before[i], *part)
                           : numerics::describe(before[i].type(),
                                                before[i][part->row * input->cols() + part->col])});
  }
  return inputs;
}

}  // namespace assay::reports
