// SPDX-License-Identifier: Apache-2.0
// Powers of integers and floats, with the special cases of every target (decision 019).
#pragma once

#include "reference/ops/per_element.hpp"

namespace assay::ops {

/// arguments[0] to the power arguments[1], wrapped. A negative exponent gives 0 but for bases 1 and
/// -1; everything to the power 0 is 1. Where a target takes large unsigned numbers for negative
/// ones, that reading is accepted as well.
Acceptable integer_power(const ElementContext& cell);

/// arguments[0] to the power arguments[1] within the tolerance: IEEE 754 pow, but for the cases in
/// which A2A3 is documented to differ. Subnormal results may be zero on devices.
Acceptable float_power(const ElementContext& cell);

}  // namespace assay::ops
