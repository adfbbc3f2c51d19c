// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/reduction.hpp"

namespace assay::ops {

OpSpec TROWMAX() {
  return row_extreme("TROWMAX", "Greatest valid element of every row.", largest_of);
}

}  // namespace assay::ops
