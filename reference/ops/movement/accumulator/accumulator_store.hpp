// SPDX-License-Identifier: Apache-2.0
// Constraints of what leaves an accumulator: the tile, its view of global memory, the descriptors.
#pragma once

#include <string>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// The types of dst to which a target converts an accumulator of `from`.
using TypesOf = vocabulary::Elements (*)(Target target, ElementType from);

/// Those of stores with scales. The CPU has those that both devices have.
vocabulary::Elements stored_types(Target target, ElementType from);
/// Those of stores without any, and those of both that AtomicAdd has.
vocabulary::Elements stored_as_is(Target target, ElementType from);
vocabulary::Elements added_types(Target target, ElementType from);

/// src is an accumulator of int32_t or float, whole boxes of NZ with SFractalSize 1024. `page` has
/// type and place as checks of the targets of `refused`, and the layout as one of `layouts`.
Constraints accumulators(const std::string& page, TargetSet refused = devices,
                         TargetSet layouts = no_target);
/// The same of an accumulator that `types` knows on the target: other element types are refused on
/// `elements`, and other layouts on `layouts`. Other places have paths of their own.
Constraints accumulators_of(const std::string& page, TypesOf types, TargetSet elements,
                            TargetSet layouts = no_target);

/// dst has one of the types of src.
Constraint stored_type(TypesOf types = stored_types);

/// dst is ND or NZ, and on some targets NC1HWC0.
Constraint stored_layout();
/// A view of two dimensions, one of whole blocks whose columns are a multiple of 16, or an image of
/// whole blocks of channels.
Constraint stored_blocks_of_accumulators();
/// Cols is at most 4095, and Rows at most 8192.
Constraint stored_columns();
Constraint stored_rows();
/// There are rows and columns.
Constraint some_elements();

/// The constraints of stores on src and dst, whose types are those of `types`.
Constraints accumulator_store(const std::string& page, TypesOf types);

/// The types to which a target converts an accumulator on the way to another tile, with and without
/// scales. The CPU has those that both devices have.
vocabulary::Elements moved_types(Target target, ElementType from);
vocabulary::Elements moved_as_is(Target target, ElementType from);
/// dst, a tile, has one of them.
Constraint moved_type(TypesOf types = moved_types);
/// dst is NZ in Mat and ND in Vec, of whole boxes with SFractalSize 512. `page` has NZ in Mat as a
/// check of the targets of `refused`, and lists NZ and DN in Vec too.
Constraints accumulator_tile(const std::string& page, TargetSet refused = no_target);
/// The operand has no more columns than the buffer of the target has descriptors for.
Constraint described_columns(const std::string& operand = "src");
/// Descriptors that the buffer of a target holds. Source: MODEL section 5.
std::int64_t room_for_descriptors(Target target);
/// Every type of dst by name.
std::vector<Scenario> moved_types_scenarios(TypesOf types = moved_types);

/// The operand of descriptors.
inline const Operand descriptors_of_columns{"fp", Role::input, OperandKind::tile};

/// The operand of one descriptor for all columns; it is a legal one.
inline const Operand descriptor_of_all{"preQuantScalar", Role::input, OperandKind::scalar};
Constraint one_descriptor();

/// fp is one row of 64-bit descriptors in Scaling, in units of 128 bytes, with a valid one for
/// every valid column of src; the buffer of the target holds them. On `refused` a page promises
/// that fp lies in Scaling.
Constraints descriptors(const std::string& page, TargetSet refused = no_target);

/// Every type of dst by name, with ND and NZ, and an image.
std::vector<Scenario> stored_types_scenarios(TypesOf types = stored_types);

}  // namespace assay::ops
