// SPDX-License-Identifier: Apache-2.0
// Constraints that pages of moves share.
#pragma once

#include <string>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// The constraints of every vector instruction's tiles: Vec, no boxes, and the bounds of the type.
Constraints moved_tile(const std::string& operand);
/// The same for scratch, which has the element type of `as` and is row-major on every target.
Constraints scratch_like(const std::string& as);

}  // namespace assay::ops
