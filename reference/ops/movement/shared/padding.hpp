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
/// What a tile may have as elements, and as dst a pad that is not Null.
const std::vector<ElementType>& padded_elements();
Constraint has_pad();
/// Whether dst has a pattern of its own for a pad and floats of one byte: the CPU takes the pattern
/// for a number there.
bool has_custom_pad_of_small_floats(const Call& call);
/// Whether no page has the pad of such a tile: an extreme of floats of one byte.
bool is_pad_open(const TileType& type);

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
