// SPDX-License-Identifier: Apache-2.0
// Tiles side by side.
#pragma once

#include <string>
#include <vector>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// Valid rows of all three tiles are equal, and the valid columns of dst are those of both sources.
Constraints joined_regions(const std::string& page);

std::vector<Ambiguity> joining_ambiguities();
std::vector<std::string> joining_notes();
std::vector<Erratum> tconcat_errata();

}  // namespace assay::ops
