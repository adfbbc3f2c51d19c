// SPDX-License-Identifier: Apache-2.0
// Common parts of the pages of bitwise logic.
#pragma once

#include "reference/ops/bitwise/checked_tile.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {

inline const vocabulary::Elements integers_to_32{ElementType::i8,  ElementType::u8,
                                                 ElementType::i16, ElementType::u16,
                                                 ElementType::i32, ElementType::u32};
inline const vocabulary::Elements every_integer{
    ElementType::i8,  ElementType::u8,  ElementType::i16, ElementType::u16,
    ElementType::i32, ElementType::u32, ElementType::i64, ElementType::u64};

/// Element type of the leading operand: integers up to 32 bits on devices, every integer on cpu.
Constraints logic_elements(const std::string& lead, const std::string& page);

/// Element type of the value of a tile-tile shift: 64 bits on a5 and cpu too, all types listed.
Constraints shift_elements(const std::string& lead, const std::string& page);

/// src1 and dst have the element type of src0.
Constraints one_type_for_all(const std::string& page);

/// dst, src0 and src1 are in Vec and row-major on devices, without boxes there; whole boxes
/// elsewhere, SFractalSize 512, static valid bounds within the shape. Vec is documented and checked
/// by no header, except for `dst_in_vec`.
Constraints checked_tiles(const std::string& page, TargetSet dst_in_vec = no_target);

/// At launch the sources have the valid rows and columns of dst, which pages check on devices.
Constraints regions_of_dst(const std::string& page);

/// A scratch tile that A2A3 uses with the element type and valid region of dst and that other
/// targets ignore. A breach makes it smaller than dst: one page takes
/// larger ones.
Constraints like_dst(const std::string& scratch, const std::string& page);

/// Pattern by pattern.
using Logic = std::function<std::uint64_t(std::span<const Value>)>;
Result bitwise(std::vector<Argument> arguments, Logic logic);

inline std::uint64_t and_of(std::span<const Value> x) { return x[0].bits & x[1].bits; }
inline std::uint64_t or_of(std::span<const Value> x) { return x[0].bits | x[1].bits; }
inline std::uint64_t xor_of(std::span<const Value> x) { return x[0].bits ^ x[1].bits; }

/// One element of a shift: arguments are the value and the amount, of one type. Amounts below zero
/// or of the width and more are left to the target (decision 021).
Acceptable shifted_left(const ElementContext& cell);
Acceptable shifted_right(const ElementContext& cell);
/// To the left, with an arithmetic shift as the carry between the words of 64 bits. For errata.
Acceptable shifted_left_with_sign(const ElementContext& cell);

/// Cuts amounts that the manual does not allow to the width.
void cut_amounts(const Call& call, std::vector<ElementArray>& contents);

}  // namespace assay::ops
