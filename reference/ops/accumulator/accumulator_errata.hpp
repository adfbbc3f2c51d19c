// SPDX-License-Identifier: Apache-2.0
// What implementations are known to do instead of what ops on accumulators promise.
#pragma once

#include <vector>

#include "reference/isa/erratum.hpp"

namespace assay::ops {

std::vector<Erratum> tstore_fp_errata();

}  // namespace assay::ops
