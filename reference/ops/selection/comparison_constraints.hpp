// SPDX-License-Identifier: Apache-2.0
// Constraints that only comparisons have, and the masks of comparisons with one value.
#pragma once

#include "reference/isa/op_spec.hpp"

namespace assay::ops {

/// A comparison of other types than i32, f16 and f32 goes to a mask of u32: the CPU packs it into
/// 32-bit words alone.
Constraint wide_mask();
/// 4-byte sources have equally many columns: A5 steps through both with strides it mixes up.
Constraint equal_pitch();
/// Cols of src0 is a multiple of 8, and dst has one valid column for every 8 of them.
Constraint columns_of_mask_bytes();
/// 8-byte tiles are compared lane by lane, so src1 is valid where src0 is. Only these are read
/// beyond the first element.
Constraint covering_source();

/// The mask of src0 compared with the scalar or with the first element of src1, in every reading
/// that decisions 028 and 029 leave.
Expected compared_with_value(const Evaluation& inputs);

}  // namespace assay::ops
