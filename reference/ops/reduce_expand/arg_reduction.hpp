// SPDX-License-Identifier: Apache-2.0
// What the pages share that find where the greatest or smallest element of a row or column is.
#pragma once

#include <string>

#include "reference/ops/reduce_expand/reduction_rules.hpp"

namespace assay::ops {

enum class Axis : std::uint8_t;

/// Which line is searched for what.
struct Search {
  Axis axis;
  bool largest;
};

/// Indices into dst: column numbers into column 0, or row numbers into row 0 (decisions 004, 033).
Result indices_of(const Search& search);
/// The elements found there, into dst_val.
Result values_of(const Search& search);

inline const Operand dst_val{"dst_val", Role::output, OperandKind::tile};

/// The element types of sources that have an order.
inline const rules::Elements ordered_elements{ElementType::i8,   ElementType::u8,  ElementType::i16,
                                              ElementType::u16,  ElementType::i32, ElementType::u32,
                                              ElementType::i64,  ElementType::u64, ElementType::f16,
                                              ElementType::bf16, ElementType::f32};

/// Index types where a value is asked for too: as wide as the source (`exactly`), or up to 32 bits;
/// always 32 bits on the CPU.
Constraint index_of_source_width(bool exactly, const std::string& page);

/// The pages of searches in columns; they differ in the direction alone.
OpSpec column_search(const std::string& mnemonic, const std::string& summary, bool largest);

/// The pages of searches in rows.
OpSpec row_search(const std::string& mnemonic, const std::string& summary, bool largest);

}  // namespace assay::ops
