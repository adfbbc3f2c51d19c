// SPDX-License-Identifier: Apache-2.0
// Numbers from the codes of a quantisation.
#pragma once

#include <vector>

#include "reference/isa/spec/erratum.hpp"
#include "reference/isa/spec/result.hpp"

namespace assay::ops {

/// dst[i,j] = (src[i,j] - offset[i]) * scale[i], rounded to float after each step (decision 193).
/// Which column of parameter tiles with several: Choice::parameter_columns.
Result dequantised();

std::vector<Erratum> tdequant_errata();

}  // namespace assay::ops
