// SPDX-License-Identifier: Apache-2.0
// What the two pages share that copy elements along an axis, bit by bit.
#pragma once

#include <algorithm>
#include <string>

#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {

/// Types, locations and layout of dst. Headers ask for the size of a type alone.
Constraints replication_types(const std::string& page);

/// dst[i,j] is the element of src that `placement` says, its very bits. 64-bit elements from column
/// 64 on are left to A5 (decision 036).
Result replicated(Placement placement);

}  // namespace assay::ops
