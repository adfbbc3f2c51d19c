// SPDX-License-Identifier: Apache-2.0
// What the two shifts by a scalar share. Decision 021.
#pragma once

#include "reference/ops/bitwise/bitwise.hpp"
#include "reference/ops/tile_scalar/scalar_constraints.hpp"

namespace assay::ops {

/// The converted scalar is not negative.
Constraint not_negative(const std::string& page);

/// Debug builds of A2A3 compare the rows of dst with the columns of src. Square regions keep that
/// and the documented constraint.
Constraint square_region();

/// An amount from 1 to the width less 1: drawn scalars seldom are amounts that are promised.
Scenario within_width();

/// The ambiguities that both have.
std::vector<Ambiguity> shift_ambiguities();

}  // namespace assay::ops
