// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/arg_reduction.hpp"

namespace assay::ops {

OpSpec TROWARGMIN() {
  return row_search("TROWARGMIN",
                    "Column of the smallest element of every row, on request with its value.",
                    false);
}

}  // namespace assay::ops
