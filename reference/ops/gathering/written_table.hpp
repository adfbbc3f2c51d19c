// SPDX-License-Identifier: Apache-2.0
// Tables in global memory after a scatter.
#pragma once

#include <vector>

#include "reference/ops/gathering/tables.hpp"

namespace assay::ops {

/// Each place that an index names holds the element of src for it, of several the last one or any;
/// all else of the memory is kept.
Result stored_in_table(IndexWidth width);
/// The same places hold the sum or the extreme of what they held and of these elements.
Result combined_in_table(IndexWidth width);

std::vector<Erratum> mscatter_errata();

}  // namespace assay::ops
