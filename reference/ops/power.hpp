// SPDX-License-Identifier: Apache-2.0
// Powers of integers and floats, with their special cases (decision 019).
#pragma once

#include "reference/ops/per_element.hpp"

namespace assay::ops {

/// arguments[0] to the power arguments[1], wrapped. A negative exponent gives 0 except for bases 1
/// and -1, and is left to the target for the base 0; everything to the power 0 is 1.
Acceptable integer_power(const ElementContext& cell);
/// The same with the arguments taken for numbers of another type. For errata.
Acceptable integer_power_as(const ElementContext& cell, ElementType as);

/// arguments[0] to the power arguments[1] within the tolerance: IEEE 754 pow.
Acceptable float_power(const ElementContext& cell);

// For errata.
/// The same where subnormal results may be zero.
Acceptable estimated_power(const ElementContext& cell);
/// That, and what the A2A3 headers make of zero bases, NaN, infinities and large exponents.
Acceptable a2a3_power(const ElementContext& cell);

}  // namespace assay::ops
