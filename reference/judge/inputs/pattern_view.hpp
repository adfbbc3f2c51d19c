// SPDX-License-Identifier: Apache-2.0
// Bit patterns of one element type, many at a time: their class, their order, their exponent.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/isa/types/element_type.hpp"
#include "reference/judge/records/input_errors.hpp"

namespace assay {

/// Properties of the patterns of a type of at most 32 bits, for sweeps. Agrees with
/// numerics/classify.hpp; uses a table for narrow types and arithmetic for 32 bits.
class PatternView {
 public:
  /// Throws std::invalid_argument for a type of 64 bits.
  explicit PatternView(ElementType type);

  ElementType type() const { return type_; }

  /// Packed elements as ElementArray::bytes() has them, one word each, and the other way.
  void unpack(std::span<const std::byte> packed, std::span<std::uint32_t> bits) const;
  void pack(std::span<const std::uint32_t> bits, std::span<std::byte> packed) const;

  /// Class of each pattern, an index below number_classes.
  void classify(std::span<const std::uint32_t> bits, std::span<std::uint8_t> classes) const;
  /// Numbers in the order of the format: -infinity lowest, -0 below +0, NaN above everything.
  void order(std::span<const std::uint32_t> bits, std::span<std::uint32_t> keys) const;
  /// Column of each pattern, an index into columns().
  void locate(std::span<const std::uint32_t> bits, std::span<std::uint16_t> columns) const;

  /// The columns that patterns of the type have, empty, in the order of comes_before.
  const std::vector<NumberColumn>& columns() const { return columns_; }

 private:
  struct Row {
    std::uint8_t number_class = 0;
    std::uint16_t column = 0;
    std::uint32_t key = 0;
  };

  void make_table();
  void make_arithmetic();
  std::uint16_t index_of(const NumberColumn& column) const;

  ElementType type_;
  std::vector<NumberColumn> columns_;
  std::vector<Row> table_;  ///< by pattern, for types of at most 16 bits
  /// For types of 32 bits, by sign: columns of the magnitudes whose highest bit is bit w - 1 (no
  /// bit: w = 0), and of f32's exponent fields; the last field is the infinity.
  std::array<std::array<std::uint16_t, 33>, 2> by_width_{};
  std::array<std::array<std::uint16_t, 256>, 2> by_field_{};
  std::array<std::uint16_t, 2> nan_{};
};

}  // namespace assay
