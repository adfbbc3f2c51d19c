// SPDX-License-Identifier: Apache-2.0
// Constraints of what leaves an accumulator: the tile, its view of global memory, the descriptors.
#pragma once

#include <string>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// The types of dst that a target makes of an accumulator of `from`, by scales of columns. The CPU
/// has those that both devices have.
vocabulary::Elements stored_types(Target target, ElementType from);

/// src is an accumulator of int32_t or float, whole boxes of NZ with SFractalSize 1024. `page` has
/// both as checks of the targets of `refused`.
Constraints accumulators(const std::string& page, TargetSet refused = devices);

/// dst has one of the types of src.
Constraint stored_type();

/// dst is ND or NZ.
Constraint stored_layout();
/// A view of two dimensions, or one of whole blocks whose columns are a multiple of 16.
Constraint stored_blocks_of_accumulators();
/// Cols is at most 4095, and Rows at most 8192.
Constraint stored_columns();
Constraint stored_rows();
/// There are rows and columns.
Constraint some_columns();

/// The types that a target makes of an accumulator on the way to another tile. The CPU has those
/// that both devices have.
vocabulary::Elements moved_types(Target target, ElementType from);
/// dst, a tile, has one of them.
Constraint moved_type();
/// dst is NZ in Mat and ND in Vec, of whole boxes with SFractalSize 512.
Constraints drained_tile();
/// The operand has no more columns than the buffer of the target has descriptors for.
Constraint described_columns(const std::string& operand = "src");
/// Descriptors that the buffer of a target holds. Source: MODEL section 5.
std::int64_t room_for_descriptors(Target target);
/// Every type of dst by name.
std::vector<Scenario> moved_types_scenarios();

/// The operand of descriptors.
inline const Operand descriptors_of_columns{"fp", Role::input, OperandKind::tile};

/// fp is one row of 64-bit descriptors in Scaling, in units of 128 bytes, with a valid one for
/// every valid column of src; the buffer of the target holds them. On `refused` a page promises
/// that fp lies in Scaling.
Constraints descriptors(const std::string& page, TargetSet refused = no_target);

/// Every type of dst by name, and NZ.
std::vector<Scenario> stored_types_scenarios();

}  // namespace assay::ops
