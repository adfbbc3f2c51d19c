// SPDX-License-Identifier: Apache-2.0
// What the pages of exponentials, logarithms, roots and powers share.
#pragma once

#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {

/// Whether a target may flush subnormal results: devices, but for the precise form on A5 (decision
/// 017).
bool may_flush(const Call& call);

/// `result` with or_zero() wherever the target may flush.
Result subnormal_or_zero(Result result);

/// On devices, where the exact value is below 1 in magnitude, the reach of the tolerance at 1:
/// upstream tests take their thresholds absolutely there (decision 017).
Result absolute_below_one(Result result);

/// An integer element of a function that the CPU computes in double and converts: truncated. Left
/// to the target where the conversion is undefined or double has too few bits to tell.
Acceptable whole_part(const ElementContext& cell, const numerics::Real& value);

}  // namespace assay::ops
