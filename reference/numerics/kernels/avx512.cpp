// SPDX-License-Identifier: Apache-2.0
// The kernels compiled for processors with AVX-512 (F, BW, DQ, VL) and FMA.
#include "reference/numerics/kernels/table_lanes.hpp"
#include "reference/numerics/kernels/tables.hpp"

namespace assay::numerics::kernels {

extern constinit const Kernels avx512 = make_table("avx512");

}  // namespace assay::numerics::kernels
