// SPDX-License-Identifier: Apache-2.0
// Common parts of the pages of tile-with-tile arithmetic: types per target, checks of headers.
#pragma once

#include <string>
#include <vector>

#include "reference/ops/arithmetic.hpp"
#include "reference/ops/bitwise/checked_tile.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {

/// The types with arithmetic operators in C++; bf16 where the compiler has one.
inline const vocabulary::Elements arithmetic_elements{
    ElementType::i8,  ElementType::u8,   ElementType::i16, ElementType::u16,
    ElementType::i32, ElementType::u32,  ElementType::i64, ElementType::u64,
    ElementType::f16, ElementType::bf16, ElementType::f32};

/// Element types of an instruction, target by target. "Undrawn" as in vocabulary.hpp.
struct Types {
  vocabulary::Elements a2a3 = {};
  vocabulary::Elements a5 = {};
  vocabulary::Elements a2a3_undrawn = {};
  vocabulary::Elements a5_undrawn = {};
  TargetSet listed = devices;  ///< where the page promises that other types are refused
};

using Names = std::vector<std::string>;

/// The types that a page lists for any device; they are legal on the CPU, too: a simulator supports
/// a subset (conventions). All types of arithmetic if no device has the instruction.
vocabulary::Elements types_of_any_device(const Types& types);

/// Element types of the leading operand on every target; the CPU has types_of_any_device().
Constraints element_types(const std::string& lead, const std::string& page, const Types& types);

/// The followers have the element type of `lead`; `refused` is where headers check that. On the
/// targets of `tile_type` all of them are one template parameter: one Tile type.
Constraints one_element_type(const Names& followers, const std::string& lead,
                             const std::string& page, TargetSet refused = every_target,
                             TargetSet tile_type = no_target);

/// Where the page lists a check of what it says of tiles.
struct VecTiles {
  TargetSet in_vec = no_target;   ///< Vec
  TargetSet row_major = devices;  ///< row-major
  /// Not a check: where the tiles have one Tile type, so that their static bounds fall together.
  TargetSet one_tile_type = no_target;
};

/// Tiles that are in Vec and row-major on devices, without boxes there; whole boxes elsewhere,
/// SFractalSize 512, static valid bounds within the shape.
Constraints vec_tiles(const Names& operands, const std::string& page, const VecTiles& checks = {});

/// At launch the sources have the valid rows and columns of dst; `refused` is where the page lists
/// a check. One that says that it does not validate them promises none, whatever else it lists.
Constraints equal_regions(const Names& sources, const std::string& page, TargetSet refused);

/// A scratch tile, in Vec and row-major as documented; `refused` is where headers check that.
Constraints scratch(const std::string& page, TargetSet refused = no_target);

/// Element type, location, layout, shape and static valid region of `operand` are those of `as`.
Constraint one_tile_type(const std::string& operand, const std::string& as);

/// `constraints` with the place, the layout and the static valid bounds of single tiles made
/// invariants on `where`: tiles of one type break them together.
Constraints keep_together(Constraints constraints, TargetSet where);

/// `plain` as it is for PrecisionType DEFAULT, and the same named "precise" for HIGH_PRECISION.
std::vector<Form> plain_and_precise(Form plain);

/// True for the precise form on A5: the other targets ignore PrecisionType.
bool is_refined(const Call& call);

/// Ambiguities that several pages have in the same words.
Ambiguity overflow_is_open();
Ambiguity sources_outside_their_region();

}  // namespace assay::ops
