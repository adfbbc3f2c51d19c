// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/reduction.hpp"

namespace assay::ops {

OpSpec TROWMIN() {
  return row_extreme("TROWMIN", "Smallest valid element of every row.", smallest_of);
}

}  // namespace assay::ops
