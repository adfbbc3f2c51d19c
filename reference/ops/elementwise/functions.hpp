// SPDX-License-Identifier: Apache-2.0
// What the pages of exponentials, logarithms, roots and powers share, and their errata.
#pragma once

#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {

/// Whether the headers of a target may flush subnormal results: devices, but for the precise form
/// on A5 (decision 017).
bool may_flush(const Call& call);

/// `result` with or_zero() wherever the target may flush.
Result subnormal_or_zero(Result result);

/// `result` with of_one_sign() for every element.
Result one_signed(Result result);

/// On devices, where the exact value is below 1 in magnitude, the reach of the tolerance at 1:
/// upstream tests take their thresholds absolutely there. For errata (decision 017).
Result absolute_below_one(Result result);

/// Clears the sign of most elements of src: seven in eight of those that a page promises nothing
/// of.
void seldom_negative(const Call& call, std::vector<ElementArray>& contents);

}  // namespace assay::ops
