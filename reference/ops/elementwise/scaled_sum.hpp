// SPDX-License-Identifier: Apache-2.0
// The sum of two int32 that is scaled, clamped at zero and narrowed to half (decision 018).
#pragma once

#include "reference/ops/per_element.hpp"

namespace assay::ops {

/// half(max(0, (arguments[0] + arguments[1]) * arguments[2])), the sum wrapped, scaled at once or
/// by 2^-17, the factor and 2^17 in turn, each step in f32; saturating. A product that is a NaN is
/// left to the target.
Acceptable scaled_sum(const ElementContext& cell);

/// The same scaled at once, with infinity beyond half. For errata.
Acceptable scaled_to_infinity(const ElementContext& cell);

}  // namespace assay::ops
