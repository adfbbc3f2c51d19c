// SPDX-License-Identifier: Apache-2.0
// The tables of kernels that the build has; tables.cpp knows which of them run here.
#pragma once

#include "reference/numerics/kernels/kernels.hpp"

namespace assay::numerics::kernels {

extern const Kernels baseline;
extern const Kernels avx2;    ///< x86-64 only
extern const Kernels avx512;  ///< x86-64 only

}  // namespace assay::numerics::kernels
