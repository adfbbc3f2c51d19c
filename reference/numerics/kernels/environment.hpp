// SPDX-License-Identifier: Apache-2.0
// The floating-point environment that the proofs of the kernels are about.
#pragma once

namespace assay::numerics::kernels {

/// Throws std::runtime_error if this thread flushes subnormals to zero or does not round to nearest
/// even, as it does once an object linked with -ffast-math has set it so. A few nanoseconds.
void require_ieee_arithmetic();

}  // namespace assay::numerics::kernels
