// SPDX-License-Identifier: Apache-2.0
// The three remainders, exact by integer arithmetic on the significands.
#pragma once

#include "reference/numerics/kernels/kernels.hpp"

namespace assay::numerics::kernels {

/// The loop of a remainder by the convention of kernels.hpp, for arguments with at most 24
/// significant bits and exponents of f32; null for the other functions.
Evaluate remainder_loop(Function function);

}  // namespace assay::numerics::kernels
