// SPDX-License-Identifier: Apache-2.0
// A fill of one tile in both roles: what is valid stays, all else becomes its pad.
#pragma once

#include "reference/ops/movement/shared/padding.hpp"

namespace assay::ops {

/// Element types, memory and layout of the tile, its pad and its static bounds.
Constraints padded_in_place();

/// The same of a Mat tile, which is NZ and whose pad is Zero or Null.
Constraints padded_in_mat();

/// The same of two tiles that share their memory: dst has the pad, src the valid region.
Constraints padded_upon_source();

/// The tile whose valid region a fill in place keeps: src, or the only one.
const TileSpec& kept_tile(const Call& call);

/// The valid region of kept_tile() as it is, and the pad in the rest of Rows and Cols.
Result padded_around();

/// A custom pad of the sign bit alone: -0 of floats, the least number of integers.
Scenario sign_as_pad();

std::vector<Ambiguity> in_place_ambiguities();
std::vector<Erratum> tfillpad_inplace_errata();

}  // namespace assay::ops
