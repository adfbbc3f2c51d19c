// SPDX-License-Identifier: Apache-2.0
#include "reports/replay/element_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "reference/isa/spec/op_spec.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"
#include "reports/replay/input_parts.hpp"

namespace assay::reports {
namespace {

std::string place_of(const TileSpec& tile, const InputPart& part) {
  const bool whole_row = part.col == 0 && part.cols == tile.valid_cols;
  const bool whole_column = part.row == 0 && part.rows == tile.valid_rows;
  if (part.rows == 1 && part.cols == 1) return fmt::format("({}, {})", part.row, part.col);
  if (part.rows == 1 && whole_row) return fmt::format("row {}", part.row);
  if (part.cols == 1 && whole_column) return fmt::format("column {}", part.col);
  const std::string rows = fmt::format("{} to {}", part.row, part.row + part.rows - 1);
  const std::string cols = fmt::format("{} to {}", part.col, part.col + part.cols - 1);
  if (part.rows == 1) return fmt::format("row {}, columns {}", part.row, cols);
  if (part.cols == 1) return fmt::format("column {}, rows {}", part.col, rows);
  return fmt::format("rows {}, columns {}", rows, cols);
}

std::vector<std::uint64_t> bits_in(const TileSpec& tile, const ElementArray& contents,
                                   const InputPart& part) {
  std::vector<std::uint64_t> bits;
  for (std::int64_t row = part.row; row < part.row + part.rows; ++row) {
    for (std::int64_t col = part.col; col < part.col + part.cols; ++col) {
      bits.push_back(contents[row * tile.cols() + col]);
    }
  }
  return bits;
}

/// "-0, nan, 2", or of more elements than a line has room for "65 elements in [1 .. 3.5], NaN".
std::string value_text(ElementType type, const std::vector<std::uint64_t>& values) {
  constexpr std::size_t most_listed = 6;
  std::optional<std::uint64_t> lowest, highest;
  bool nan = false;
  std::vector<std::string> texts;
  for (const std::uint64_t bits : values) {
    if (values.size() <= most_listed) texts.push_back(numerics::describe(type, bits));
    if (numerics::is_nan(type, bits)) {
      nan = true;
      continue;
    }
    const std::int64_t key = numerics::order_key(type, bits);
    if (!lowest || key < numerics::order_key(type, *lowest)) lowest = bits;
    if (!highest || key > numerics::order_key(type, *highest)) highest = bits;
  }
  if (!texts.empty()) return fmt::format("{}", fmt::join(texts, ", "));
  std::string text = fmt::format("{} elements", values.size());
  if (lowest) {
    text += fmt::format(" in [{} .. {}]", numerics::describe(type, *lowest),
                        numerics::describe(type, *highest));
  }
  return nan ? text + ", NaN" : text;
}

const Result* result_of(const Form& form, std::string_view output) {
  const auto found = std::ranges::find(form.results, output, &Result::operand);
  return found == form.results.end() ? nullptr : &*found;
}

}  // namespace

std::vector<std::vector<ElementInput>> inputs_of(const Case& test_case, std::string_view output,
                                                 std::span<const std::int64_t> elements,
                                                 std::span<const ElementArray> before) {
  std::vector<std::vector<ElementInput>> inputs(elements.size());
  const Form& form = test_case.form();
  const Result* result = result_of(form, output);
  const bool is_complete = before.size() == form.operands.size();
  if (result == nullptr || !is_complete || !test_case.call.is_tile(output)) return inputs;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto* input = std::get_if<TileSpec>(&test_case.call.operands[i]);
    if (input == nullptr || !is_read(form.operands[i].role)) continue;
    if (before[i].size() != input->rows() * input->cols()) continue;
    const auto parts = input_parts(test_case.call, *result, i, elements, before);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (!parts[k]) continue;
      const auto values = bits_in(*input, before[i], *parts[k]);
      inputs[k].push_back({i, place_of(*input, *parts[k]), value_text(before[i].type(), values)});
    }
  }
  return inputs;
}

std::vector<ElementInput> inputs_of(const Case& test_case, std::string_view output,
                                    std::int64_t row, std::int64_t col,
                                    std::span<const ElementArray> before) {
  if (!test_case.form().has(output) || !test_case.call.is_tile(output)) return {};
  const std::int64_t element = row * test_case.call.tile(output).cols() + col;
  return inputs_of(test_case, output, std::span(&element, 1), before).front();
}

}  // namespace assay::reports
