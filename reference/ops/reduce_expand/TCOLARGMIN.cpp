// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/arg_reduction.hpp"

namespace assay::ops {

OpSpec TCOLARGMIN() {
  return column_search("TCOLARGMIN",
                       "Row of the smallest element of every column, on request with its value.",
                       false);
}

}  // namespace assay::ops
