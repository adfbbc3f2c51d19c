// SPDX-License-Identifier: Apache-2.0
// Fills: a tile is copied, and all other elements of dst become its pad.
#pragma once

#include <string>
#include <vector>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// Element types, memories and layouts of both tiles, a pad of dst and its static bounds. Those of
/// src are the page's: tiles of one shape break them together.
Constraints padded_tiles();
/// Rows and Cols of dst are those of src or more.
Constraint larger_shape();
/// What is valid in src is valid in dst.
Constraint covers_source();

/// The valid region of src, and the pad of dst in the rest of its Rows and Cols;
/// Max and Min of floats of one byte are left open.
Result padded();

/// "other kind": floats where src has integers, or the reverse, and the other sign of bytes.
std::vector<Scenario> padding_scenarios();

std::vector<Ambiguity> padding_ambiguities();
std::vector<std::string> padding_notes();
std::vector<Erratum> tfillpad_errata();
std::vector<Erratum> tfillpad_expand_errata();

}  // namespace assay::ops
