// SPDX-License-Identifier: Apache-2.0
// Common parts of the two shifts by a scalar. Decision 021.
#pragma once

#include "reference/ops/bitwise/bitwise.hpp"
#include "reference/ops/tile_scalar/scalar_constraints.hpp"

namespace assay::ops {

/// The converted scalar is an amount from 0 to the width less 1; no refusal is promised.
Constraint amount_below_width(const std::string& page);

/// An amount from 1 to the width less 1: drawn scalars seldom are amounts that are promised.
Scenario within_width();

/// The ambiguities that both have, then those of one.
std::vector<Ambiguity> shift_ambiguities(const std::vector<Ambiguity>& further = {});

}  // namespace assay::ops
