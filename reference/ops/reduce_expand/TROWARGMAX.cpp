// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/arg_reduction.hpp"

namespace assay::ops {

OpSpec TROWARGMAX() {
  return row_search("TROWARGMAX",
                    "Column of the greatest element of every row, on request with its value.",
                    true);
}

}  // namespace assay::ops
