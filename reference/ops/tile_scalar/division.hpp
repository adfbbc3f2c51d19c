// SPDX-License-Identifier: Apache-2.0
// Common parts of divisions and remainders with a scalar (decisions 015 and 020).
#pragma once

#include "reference/ops/tile_scalar/scalar_constraints.hpp"

namespace assay::ops {

/// For the scalar over the elements of src: three of four integers become no larger than the
/// scalar, since most quotients would be zero otherwise.
void bring_divisors_below(const Call& call, std::vector<ElementArray>& contents);

/// Whether A5 computes with the algorithm of HIGH_PRECISION; other targets ignore it.
bool is_high_precision(const Call& call);

/// tmp has Cols + 2 * ceil(Cols / 64) valid columns, Cols being those of dst: room to correct
/// signs.
Constraint columns_of_signs();
/// tmp has a valid row.
Constraint a_valid_row_of_tmp();

}  // namespace assay::ops
