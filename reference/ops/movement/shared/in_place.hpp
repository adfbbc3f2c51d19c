// SPDX-License-Identifier: Apache-2.0
// A fill of one tile in both roles: what is valid stays, all else becomes its pad.
#pragma once

#include "reference/ops/movement/shared/padding.hpp"

namespace assay::ops {

/// Element types, memory and layout of the tile, its pad and its static bounds.
Constraints padded_in_place();

/// The valid region as it is, and the pad in the rest of Rows and Cols;
/// Max and Min of floats of one byte are left open.
Result padded_around();

std::vector<Ambiguity> in_place_ambiguities();
std::vector<Erratum> tfillpad_inplace_errata();

}  // namespace assay::ops
