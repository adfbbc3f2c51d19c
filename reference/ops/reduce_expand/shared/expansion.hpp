// SPDX-License-Identifier: Apache-2.0
// Common parts of the pages that spread one value per row, or one row, over a tile and combine it
// with another tile.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/reduce_expand/shared/expansion_constraints.hpp"

namespace assay::ops {

// Combinations that several pages have in addition to sum(), difference() and product(). Integers
// as decisions 014 and 015 say, floats rounded once.
Result spread_quotient(const std::vector<Argument>& arguments);
Result spread_larger(const std::vector<Argument>& arguments);
Result spread_smaller(const std::vector<Argument>& arguments);
/// exp(a - b): the difference is rounded to the type of the tile first (decision 037).
Result spread_exponential(const std::vector<Argument>& arguments);
/// The same without that rounding. For errata.
Result spread_fused_exponential(const std::vector<Argument>& arguments);

/// src0 and src1 in the order of the call; the spread one by its placement.
std::vector<Argument> arguments_of(const Roles& roles, Placement placement);

/// Random calls with one value for each row, and where `blocks` says with a block for each row.
std::vector<Scenario> value_and_block(const Roles& roles, TargetSet blocks = every_target);

/// Random calls of more rows than 8 bits count, in tiles of a fixed whole width.
Scenario more_than_255_rows();

// ---- constraints ----

/// A tile in Vec (documented on devices, refused nowhere) and row-major as requested, without boxes
/// on devices, SFractalSize 512, static valid bounds within the shape.
Constraints tile_in_vec(const std::string& operand, const std::string& page, Checked row_major);

// Where one value or block is spread over each row:
/// In Vec, row-major at launch, with the valid region of dst; `listed` is where the page says so.
Constraints full_operand(const Roles& roles, const std::string& page, TargetSet listed);
/// In Vec, without boxes, with the valid rows of dst.
Constraints spread_operand(const Roles& roles, const std::string& page);
/// One value, or one block of 32 bytes, for each row; other valid columns than dst where
/// src0 is the spread one. `where` leaves out the targets that have a narrower constraint.
Constraints value_or_block(const Roles& roles, const std::string& page,
                           TargetSet where = every_target);

/// The element types, dst, the full operand and the spread one: all but value_or_block(). `listed`
/// is where the page constrains layout and valid region of the full one.
Constraints tiles_by_rows(const Roles& roles, const Types& types, const std::string& page,
                          TargetSet listed = every_target);
/// The parts of a page for a form without tmp whose `roles` differ.
using FormOf = Form (*)(std::string name, const Roles& roles);
/// `form` with either source spread, each without and with tmp: "plain", "tmp", "swapped" and
/// "swapped_tmp". With tmp A2A3 takes no blocks.
std::vector<Form> each_also_with_tmp(FormOf form, const Types& types, const std::string& page,
                                     TargetSet listed = every_target);

/// Where one row is spread over all: the element types, the tiles, the valid regions.
Constraints tiles_by_columns(const Types& types, const std::string& page);

// ---- quotients ----

/// Zero divisors and the lowest integer over -1 are legal, but a process that crashes at one leaves
/// all else uncompared: one call in eight keeps them, and another one divides the lowest by -1 and
/// nothing by zero.
void divide_seldom_by_zero(const Call& call, std::vector<ElementArray>& contents);

/// Every form for PrecisionType DEFAULT, then, named "precise...", for HIGH_PRECISION.
std::vector<Form> each_also_precise(std::vector<Form> forms);

// ---- what several pages have in common ----

std::vector<Ambiguity> ambiguities_of_rows(std::vector<Ambiguity> further);
std::vector<std::string> notes_of_rows(std::vector<std::string> first = {});
std::vector<Ambiguity> ambiguities_of_columns(std::vector<Ambiguity> further);

Ambiguity shortened_name();
Ambiguity identity_of_tiles(const std::string& where);
Ambiguity types_of_second_page(const std::string& cpu_lacks);
Ambiguity rounding_of_difference();
Ambiguity quotient_types_differ();
Ambiguity precise_quotient();

}  // namespace assay::ops
