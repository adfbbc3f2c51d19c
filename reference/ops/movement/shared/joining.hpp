// SPDX-License-Identifier: Apache-2.0
// Tiles side by side.
#pragma once

#include <string>
#include <vector>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// Element types and tiles of both sources and dst.
Constraints joined_tiles(const std::string& page);
/// Valid rows of all three tiles are equal. The valid columns of both sources fit in Cols of dst on
/// A2A3, and are those of dst elsewhere.
Constraints joined_regions(const std::string& page);
/// dst[i, :] = the valid columns of src0 and those of src1 after them, as far as dst has valid
/// columns; further ones are unspecified.
Result joined_whole();

/// `operand` has the valid rows of src0.
Constraint same_rows(const std::string& operand);

/// The form "indexed": src0Idx and src1Idx say for each row how many columns it takes of both
/// sources, in bytes of their own type or of that of the data (decision 105). The form "counted"
/// also has dstIdx, which gets the bytes of both together for each row.
Form joined_by_counts(const std::string& name, const std::string& page);

std::vector<Ambiguity> joining_ambiguities();
std::vector<std::string> joining_notes();
std::vector<Erratum> tconcat_errata();

}  // namespace assay::ops
