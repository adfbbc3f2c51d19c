// SPDX-License-Identifier: Apache-2.0
// What a call prints (decision 007).
#include "reference/isa/physical.hpp"
#include "reference/ops/complex/printing.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

constexpr std::int64_t print_buffer = 16384;  ///< bytes; the page's default of CCEBlockMaxSize

struct Format {
  int width;
  int precision;
};

Format format_of_call(const Call& call) {
  const std::string_view name = call.attribute("format");
  if (name == "Width8_Precision2") return {8, 2};
  if (name == "Width10_Precision6") return {10, 6};
  return {8, 4};
}

/// A matrix as it is printed: the element at each place, and the fences of its valid part.
struct Matrix {
  std::int64_t rows;
  std::int64_t cols;
  std::int64_t valid_rows;
  std::int64_t valid_cols;
  std::function<std::uint64_t(std::int64_t, std::int64_t)> element;
};

std::string rows_of(const Matrix& matrix, ElementType element, const Format& how) {
  std::string text;
  const bool fence = matrix.valid_cols > 0 && matrix.valid_cols < matrix.cols;
  for (std::int64_t row = 0; row < matrix.rows; ++row) {
    for (std::int64_t col = 0; col < matrix.cols; ++col) {
      if (col > 0) text += ' ';
      text += numerics::print_fixed(element, matrix.element(row, col), how.width, how.precision);
      if (fence && col + 1 == matrix.valid_cols) text += '|';
    }
    text += '\n';
    if (row + 1 == matrix.valid_rows && matrix.valid_rows < matrix.rows) {
      text += std::string(static_cast<std::size_t>(how.width), '-') + '\n';
    }
  }
  return text;
}

Expected readings(const Call& call, ElementType element, const std::vector<Matrix>& matrices) {
  const Format how = format_of_call(call);
  ExpectedText expected;
  for (const Matrix& matrix : matrices) {
    expected.readings.push_back({rows_of(matrix, element, how), how.width});
  }
  expected.capacity = call.target == cpu ? 0 : print_buffer;
  return expected;
}

std::int64_t nz_offset(const GlobalSpec& view, std::int64_t row, std::int64_t col) {
  const auto& n = view.shape;
  return view.offset({0, col / n[4], row / n[3], row % n[3], col % n[4]});
}

}  // namespace

Expected printed_tile(const Evaluation& inputs) {
  const TileSpec& tile = inputs.call.tile("src");
  const ElementArray& contents = inputs.of("src");
  const auto logical = [&](std::int64_t row, std::int64_t col) {
    return contents[row * tile.cols() + col];
  };
  std::vector<Matrix> matrices{
      {tile.rows(), tile.cols(), tile.valid_rows, tile.valid_cols, logical}};
  if (inputs.call.target == cpu) {
    matrices.push_back(
        {tile.valid_rows, tile.valid_cols, tile.valid_rows, tile.valid_cols, logical});
  }
  return readings(inputs.call, tile.type.element, matrices);
}

Expected printed_through_scratch(const Evaluation& inputs) {
  const TileSpec& tile = inputs.call.tile("src");
  const ElementArray& contents = inputs.of("src");
  std::vector<std::byte> memory(static_cast<std::size_t>(tile.type.bytes()));
  scatter(tile, contents, memory);
  const Matrix logical{
      tile.rows(), tile.cols(), tile.valid_rows, tile.valid_cols,
      [&](std::int64_t row, std::int64_t col) { return contents[row * tile.cols() + col]; }};
  Matrix raw = logical;
  raw.element = [&](std::int64_t row, std::int64_t col) {
    return load_element(memory, tile.type.element, row * tile.cols() + col);
  };
  std::vector<Matrix> matrices{logical, raw};
  if (inputs.call.target == cpu) {
    matrices.push_back(
        {tile.valid_rows, tile.valid_cols, tile.valid_rows, tile.valid_cols, logical.element});
  }
  return readings(inputs.call, tile.type.element, matrices);
}

Expected printed_global(const Evaluation& inputs) {
  const GlobalSpec& view = inputs.call.global("src");
  const ElementArray& memory = inputs.of("src");
  const Format how = format_of_call(inputs.call);
  const auto& n = view.shape;
  std::string text;
  if (view.layout == GlobalLayout::NZ) {
    const std::int64_t rows = n[2] * n[3], cols = n[1] * n[4];
    text = rows_of(
        {rows, cols, rows, cols,
         [&](std::int64_t row, std::int64_t col) { return memory[nz_offset(view, row, col)]; }},
        view.element, how);
  }
  for (std::int64_t batch = 0; view.layout != GlobalLayout::NZ && batch < n[0] * n[1] * n[2];
       ++batch) {
    const auto element = [&](std::int64_t row, std::int64_t col) {
      return memory[view.offset(
          {batch / (n[1] * n[2]), batch / n[2] % n[1], batch % n[2], row, col})];
    };
    text += rows_of({n[3], n[4], n[3], n[4], element}, view.element, how);
  }
  return ExpectedText{{{text, how.width}}, inputs.call.target == cpu ? 0 : print_buffer};
}

}  // namespace assay::ops
