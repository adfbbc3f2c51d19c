// SPDX-License-Identifier: Apache-2.0
// Records of 8 bytes, a value and its index, which sorts make and merges take.
#pragma once

#include <cstdint>
#include <span>

#include "reference/isa/spec/result.hpp"

namespace assay::ops {

/// Elements of a record: the value, and the index in one element of f32 or in the last two of the
/// four elements of f16, the low half first. The second element of f16 is a pad, 0 after a sort.
std::int64_t elements_of_record(ElementType type);

struct Record {
  std::uint64_t value;  ///< bits
  std::uint32_t index;
  std::uint64_t pad = 0;
  std::int64_t key = 0;  ///< of its value (ValueOrder)
};

/// The order of values, the greater first. Zeros of both signs are equal, or are not: the choice
/// zeros_in_searches. A NaN with a sign comes after all numbers, one without a sign before or after
/// them: the choice nan_in_sorts.
class ValueOrder {
 public:
  ValueOrder(ElementType type, const ChosenReadings& readings);
  std::int64_t key(std::uint64_t value) const;

 private:
  ElementType type_;
  bool apart_, nan_last_;
};

/// The record that begins at an element, without a key.
Record record_at(const ElementArray& elements, std::int64_t place);
/// The elements from `place` on are those of the record, bit for bit. A pad that is not 0 may be 0.
void set_record(ExpectedTile& expected, std::int64_t place, ElementType type, const Record& record);

/// The elements from `place` on are those of the records, in any order: what is the same in all of
/// them is promised.
void set_in_any_order(ExpectedTile& expected, std::int64_t place, ElementType type,
                      std::span<const Record> records);

}  // namespace assay::ops
