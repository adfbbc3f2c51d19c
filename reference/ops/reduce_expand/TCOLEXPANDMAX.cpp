// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/expansion.hpp"

namespace assay::ops {

OpSpec TCOLEXPANDMAX() {
  return column_expansion({
      .mnemonic = "TCOLEXPANDMAX",
      .summary = "Larger of a tile and one row for all rows.",
      .types = expansion_types(),
      .combination = spread_larger,
      .plans = {"ties", "cancellation"},
      .decisions = {"016-nan-and-zero-of-selections"},
      .ambiguities = {types_of_second_page("bfloat16, int8 or uint8")},
  });
}

}  // namespace assay::ops
