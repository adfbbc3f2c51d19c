// SPDX-License-Identifier: Apache-2.0
// Errata of the Tile classes of the public headers: whatever is called with such tiles has them.
#pragma once

#include <vector>

#include "reference/isa/spec/erratum.hpp"

namespace assay::ops {

/// Errata of every form of every page, E-TILE-001 and so on; they live as long as the process.
const std::vector<Erratum>& errata_of_tiles();

}  // namespace assay::ops
