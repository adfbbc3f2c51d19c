// SPDX-License-Identifier: Apache-2.0
// The kernels compiled for every processor of the family.
#include "reference/numerics/kernels/table_lanes.hpp"
#include "reference/numerics/kernels/tables.hpp"

namespace assay::numerics::kernels {

extern constinit const Kernels baseline = make_table("baseline");

}  // namespace assay::numerics::kernels
