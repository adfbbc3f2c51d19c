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
/// The element types of `operand`, by target.
Constraints padded_elements(const std::string& operand);
/// PadVal of dst is not Null.
Constraint has_pad();
/// Whether dst has a custom pad and floats of one byte: the CPU takes the pattern for a number
/// there.
bool has_custom_pad_of_small_floats(const Call& call);
/// The pattern of the pad of a tile (Choice::e4m3_minimum).
std::uint64_t pad_of(const TileType& type, const ChosenReadings& readings);

/// Rows and Cols of dst are those of src or more.
Constraint larger_shape();
/// What is valid in src is valid in dst.
Constraint covers_source();

/// The valid region of src, and the pad of dst in the rest of its Rows and Cols.
Result padded();

/// "other kind": floats where src has integers, or the reverse, and the other sign of bytes.
std::vector<Scenario> padding_scenarios();

std::vector<Ambiguity> padding_ambiguities();
std::vector<std::string> padding_notes();
std::vector<Erratum> tfillpad_errata();
std::vector<Erratum> tfillpad_expand_errata();

}  // namespace assay::ops
