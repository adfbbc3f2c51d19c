// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/expansion.hpp"

namespace assay::ops {

OpSpec TCOLEXPANDADD() {
  return column_expansion({
      .mnemonic = "TCOLEXPANDADD",
      .summary = "Sum of a tile and one row for all rows.",
      .types = expansion_types(),
      .combination = spread_sum,
      .plans = {"cancellation", "nearties"},
      .decisions = {"014-integer-overflow"},
      .ambiguities = {overflow_is_open(), types_of_second_page("bfloat16, int8 or uint8")},
  });
}

}  // namespace assay::ops
