// SPDX-License-Identifier: Apache-2.0
// The kernels compiled for processors with AVX2 and FMA.
#include "reference/numerics/kernels/table_lanes.hpp"
#include "reference/numerics/kernels/tables.hpp"

namespace assay::numerics::kernels {

extern constinit const Kernels avx2 = make_table("avx2");

}  // namespace assay::numerics::kernels
