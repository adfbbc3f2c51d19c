// SPDX-License-Identifier: Apache-2.0
// Common parts of moves of whole tiles, and sizes of the tables that they fill.
#pragma once

#include <string>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// Rows and Cols of dst are those of src.
Constraint one_shape();
/// The valid regions are equal and lie in their tiles. Where shapes may differ it can be broken
/// alone that they lie there.
Constraints one_region();
Constraints one_region_of_free_shapes(TargetSet targets);
/// Row-major without boxes on devices, without boxes elsewhere.
Constraints plain_rows_on_devices(const std::string& operand);

// The constraints of the paths of TMOV into tables on dst and src.
Constraints mat_to_bias();
Constraints mat_to_scaling();

}  // namespace assay::ops
