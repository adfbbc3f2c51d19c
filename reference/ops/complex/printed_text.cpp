// SPDX-License-Identifier: Apache-2.0
// The printed text of a call (decision 007).
#include "reference/isa/call/physical.hpp"
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

/// The type as which integers are printed: the page has %d for all of them, which prints uint32 as
/// int32, and names unsigned integers.
ElementType printed_as(ElementType element, const ChosenReadings& readings) {
  const bool as_signed = readings.of(Choice::unsigned_text) == text_as_signed;
  return element == u32 && as_signed ? i32 : element;
}

ExpectedText printed(const Call& call, std::string text) {
  ExpectedText expected;
  expected.readings.push_back({std::move(text), format_of_call(call).width});
  expected.capacity = call.target == cpu ? 0 : print_buffer;
  return expected;
}

ExpectedText printed(const Evaluation& inputs, ElementType element, const Matrix& matrix) {
  return printed(inputs.call, rows_of(matrix, printed_as(element, inputs.readings),
                                      format_of_call(inputs.call)));
}

/// The matrix of a tile, or of the first rows and columns of it.
Matrix matrix_of(const TileSpec& tile, const ElementArray& contents, bool valid_alone) {
  return {valid_alone ? tile.valid_rows : tile.rows(), valid_alone ? tile.valid_cols : tile.cols(),
          tile.valid_rows, tile.valid_cols, [&tile, &contents](std::int64_t row, std::int64_t col) {
            return contents[row * tile.cols() + col];
          }};
}

std::int64_t nz_offset(const GlobalSpec& view, std::int64_t row, std::int64_t col) {
  const auto& n = view.shape;
  return view.offset({0, col / n[4], row / n[3], row % n[3], col % n[4]});
}

std::string blocks_of(const GlobalSpec& view, const ElementArray& memory, ElementType as,
                      const Format& how) {
  const auto& n = view.shape;
  const std::int64_t rows = n[2] * n[3], cols = n[1] * n[4];
  const auto element = [&](std::int64_t row, std::int64_t col) {
    return memory[nz_offset(view, row, col)];
  };
  return rows_of({rows, cols, rows, cols, element}, as, how);
}

std::string batches_of(const GlobalSpec& view, const ElementArray& memory, ElementType as,
                       const Format& how) {
  const auto& n = view.shape;
  std::string text;
  for (std::int64_t batch = 0; batch < n[0] * n[1] * n[2]; ++batch) {
    const auto element = [&](std::int64_t row, std::int64_t col) {
      return memory[view.offset(
          {batch / (n[1] * n[2]), batch / n[2] % n[1], batch % n[2], row, col})];
    };
    text += rows_of({n[3], n[4], n[3], n[4], element}, as, how);
  }
  return text;
}

}  // namespace

Expected printed_tile(const Evaluation& inputs) {
  const TileSpec& tile = inputs.call.tile("src");
  return printed(inputs, tile.type.element, matrix_of(tile, inputs.of("src"), false));
}

Expected printed_valid_part(const Evaluation& inputs) {
  const TileSpec& tile = inputs.call.tile("src");
  return printed(inputs, tile.type.element, matrix_of(tile, inputs.of("src"), true));
}

Expected printed_through_scratch(const Evaluation& inputs) {
  const TileSpec& tile = inputs.call.tile("src");
  const ElementArray& contents = inputs.of("src");
  const ElementType element = tile.type.element;
  const Matrix logical = matrix_of(tile, contents, false);
  ExpectedText expected = printed(inputs, element, logical);
  if (tile.type.location != Location::mat) return expected;
  std::vector<std::byte> memory(static_cast<std::size_t>(tile.type.bytes()));
  scatter(tile, contents, memory);
  Matrix raw = logical;
  raw.element = [&](std::int64_t row, std::int64_t col) {
    return load_element(memory, element, row * tile.cols() + col);
  };
  expected.readings.push_back(std::move(printed(inputs, element, raw).readings.front()));
  if (expected.readings.front().text == expected.readings.back().text) expected.readings.resize(1);
  return expected;
}

Expected printed_global(const Evaluation& inputs) {
  const GlobalSpec& view = inputs.call.global("src");
  const ElementArray& memory = inputs.of("src");
  const Format how = format_of_call(inputs.call);
  const ElementType as = printed_as(view.element, inputs.readings);
  return printed(inputs.call, view.layout == GlobalLayout::NZ ? blocks_of(view, memory, as, how)
                                                              : batches_of(view, memory, as, how));
}

std::vector<std::string> printing_notes() {
  return {("a choice: the page has one format for integers, signed; 32-bit unsigned ones may be "
           "printed "
           "as such"),
          ("formats: float and half as %8.4f, %8.2f, %10.6f; integers as %8d, %8d, %10d, by "
           "the three values of PrintFormat; the first is the default"),
          ("a tile is printed whole: | follows its last valid column, a line of marks its last "
           "valid row, where a part is not valid; of a view the elements of its shape are "
           "printed and no others"),
          ("the print buffer of devices is 16 KiB by default (CCEBlockMaxSize); a text beyond "
           "it may be cut. The CPU is not said to have one"),
          ("devices print only in builds with -D_DEBUG --cce-enable-print, as the caller sees "
           "to"),
          "a5: no Mat form; a Mat tile is printed as ND, and a boxed one may be misplaced"};
}

std::vector<Ambiguity> printing_ambiguities() {
  return {
      {"the CPU header prints elements of any type that a stream takes",
       "constraint src.element: kept by legal cases, no promised refusal on cpu"},
      {"the manual prints unsigned integers with %d, the header with %u",
       "choice unsigned_text: one reading for all calls of a target; narrower ones are the "
       "same"},
      {"the manual speaks of a logical view, devices print the capacity with fences, the CPU "
       "the valid region",
       "decision 007: capacity with marks; erratum E-TPRINT-003"},
      {"64-bit integers are printed by the header though not listed",
       "constraint src.element: 64-bit is never used, nor expected to be refused"},
      {"two arguments with a Vec tile print twice",
       "constraint src.location: Vec is never used, nor expected to be refused"},
      {"a barrier precedes printing and events are not taken", "not modelled: no ordering here"}};
}

}  // namespace assay::ops
