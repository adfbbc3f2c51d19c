// SPDX-License-Identifier: Apache-2.0
// Which results a mutant changes.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/faults/fault_hook.hpp"

namespace assay::simulator::mutation {

/// Where a result goes, and what came before.
struct Spot {
  const Written& written;
  std::uint64_t calls;  ///< executed before this one

  /// The tile of the result; of a store the tile that it comes from.
  const assay_operand& dst() const {
    const auto& first = written.target();
    return first.kind == ASSAY_GLOBAL ? written.request[1] : first;
  }
  std::int64_t row() const { return written.place.row; }
  std::int64_t col() const { return written.place.col; }
  bool in_last_row() const { return row() + 1 == dst().valid_rows; }
  bool in_last_column() const { return col() + 1 == dst().valid_cols; }
  bool has(std::size_t inputs) const { return written.inputs.size() >= inputs; }

  /// The type of the first input.
  std::uint32_t source() const {
    const auto& operands = written.request.operands;
    return operands.size() > 1 ? operands[1]->element : dst().element;
  }
  std::uint64_t sign() const { return written.inputs[0] >> (width_of(source()) - 1) & 1; }
};

struct Place {
  std::string_view name;
  std::string_view summary;
  bool (*has)(const Spot& spot);
};

/// Columns up to the last whole block of 32 bytes.
inline std::int64_t whole_blocks(const assay_operand& tile) {
  const std::int64_t block = 256 / width_of(tile.element);
  return tile.valid_cols / block * block;
}

constexpr std::array places{
    Place{"everywhere", "every result", [](const Spot&) { return true; }},
    Place{"first_row", "the first row", [](const Spot& one) { return one.row() == 0; }},
    Place{"last_row", "the last row", [](const Spot& one) { return one.in_last_row(); }},
    Place{"first_column", "the first column", [](const Spot& one) { return one.col() == 0; }},
    Place{"last_column", "the last column", [](const Spot& one) { return one.in_last_column(); }},
    Place{"last_result", "the last column of the last row",
          [](const Spot& one) { return one.in_last_row() && one.in_last_column(); }},
    Place{"odd_rows", "every second row", [](const Spot& one) { return one.row() % 2 == 1; }},
    Place{"odd_columns", "every second column", [](const Spot& one) { return one.col() % 2 == 1; }},
    Place{"columns_from_64", "columns from 64 on", [](const Spot& one) { return one.col() >= 64; }},
    Place{"columns_from_128", "columns from 128 on",
          [](const Spot& one) { return one.col() >= 128; }},
    Place{"rows_from_128", "rows from 128 on", [](const Spot& one) { return one.row() >= 128; }},
    Place{"rows_from_255", "rows from 255 on", [](const Spot& one) { return one.row() >= 255; }},
    Place{"elements_from_16384", "what follows 16,384 elements of the tile",
          [](const Spot& one) { return one.row() * one.dst().cols + one.col() >= 16384; }},
    Place{"behind_last_block", "columns after the last whole block of 32 bytes",
          [](const Spot& one) { return one.col() >= whole_blocks(one.dst()); }},
    Place{"single_row", "tiles of one valid row",
          [](const Spot& one) { return one.dst().valid_rows == 1; }},
    Place{"single_column", "tiles of one valid column",
          [](const Spot& one) { return one.dst().valid_cols == 1; }},
    Place{"whole_tiles", "tiles that are valid throughout",
          [](const Spot& one) {
            return one.dst().valid_rows == one.dst().rows && one.dst().valid_cols == one.dst().cols;
          }},
    Place{"parts_of_tiles", "tiles that are not valid throughout",
          [](const Spot& one) {
            return one.dst().valid_rows < one.dst().rows || one.dst().valid_cols < one.dst().cols;
          }},
    Place{"floats", "floating-point results",
          [](const Spot& one) { return float_format(one.dst().element).has_value(); }},
    Place{"integers", "integer results",
          [](const Spot& one) { return is_integer(one.dst().element); }},
    Place{"of_an_input", "results that an input has", [](const Spot& one) { return one.has(1); }},
    Place{"of_two_inputs", "results that two inputs have",
          [](const Spot& one) { return one.has(2); }},
    Place{"of_float_input", "results whose first input is a floating-point number",
          [](const Spot& one) { return one.has(1) && float_format(one.source()).has_value(); }},
    Place{"negative_input", "where the first input's highest bit is set",
          [](const Spot& one) { return one.has(1) && one.sign() == 1; }},
    Place{"zero_input", "where the first input is zero",
          [](const Spot& one) { return one.has(1) && one.written.inputs[0] == 0; }},
    Place{"equal_inputs", "where both inputs have the same bits",
          [](const Spot& one) {
            return one.has(2) && one.written.inputs[0] == one.written.inputs[1];
          }},
    Place{"infinite_input", "where the first input is an infinity",
          [](const Spot& one) {
            const auto format = float_format(one.source());
            return one.has(1) && format && is_infinite(*format, one.written.inputs[0]);
          }},
    Place{"every_second_call", "every second call",
          [](const Spot& one) { return one.calls % 2 == 1; }},
};

}  // namespace assay::simulator::mutation
