// SPDX-License-Identifier: Apache-2.0
// Common parts of the two pages that copy elements along an axis, bit by bit.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {

/// Types, locations and layout of dst. `undrawn` are those that the page neither lists nor
/// excludes.
Constraints replication_types(const std::string& page, const vocabulary::Elements& undrawn = {});

/// dst[i,j] is the element of src that `placement` says, its very bits (decision 036).
Result replicated(Placement placement);

/// More columns than a register has lanes.
Scenario wide_copies();

/// One valid row of results.
Scenario copy_of_one_row();

/// Numbered 001.
std::vector<Erratum> errata_of_replication(const std::string& op, Placement placement);

}  // namespace assay::ops
