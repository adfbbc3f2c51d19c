// SPDX-License-Identifier: Apache-2.0
// Fills: a tile is copied, and all other elements of dst become its pad.
#pragma once

#include <string>
#include <vector>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// The form of a fill: `shapes` is what its page says of Rows and Cols of both tiles, and of the
/// static bounds of src, which tiles of one shape break together with those of dst.
Form filling(Constraints shapes);
/// Rows and Cols of dst are those of src or more.
Constraint larger_shape();

/// The valid region of src, and the pad of dst in the rest of its Rows and Cols;
/// Max and Min of floats of one byte are left open.
Result padded();

std::vector<Ambiguity> padding_ambiguities();
std::vector<std::string> padding_notes();
std::vector<Erratum> tfillpad_errata();
std::vector<Erratum> tfillpad_expand_errata();

}  // namespace assay::ops
