// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/arg_reduction.hpp"

namespace assay::ops {

OpSpec TCOLARGMAX() {
  return column_search("TCOLARGMAX",
                       "Row of the greatest element of every column, on request with its value.",
                       true);
}

}  // namespace assay::ops
