// SPDX-License-Identifier: Apache-2.0
// Prefetches: on the CPU a load, elsewhere a hint that changes nothing but its buffer.
#pragma once

#include <vector>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// src is a matrix of whole lines, one after the other, with the rows and columns of the valid
/// region of dst.
Constraint whole_lines();

/// On the CPU the view in the valid region of dst; elsewhere nothing is promised of dst.
Result fetched();
/// All of the memory that src lies in is what it was.
Result kept_memory();

std::vector<Erratum> tprefetch_errata();

}  // namespace assay::ops
