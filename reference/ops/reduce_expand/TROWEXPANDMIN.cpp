// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/expansion.hpp"

namespace assay::ops {

OpSpec TROWEXPANDMIN() {
  return row_expansion({
      .mnemonic = "TROWEXPANDMIN",
      .summary = "Smaller of a tile and one value for each row.",
      .types = expansion_types(),
      .combination = spread_smaller,
      .plans = {"ties", "cancellation"},
      .decisions = {"016-nan-and-zero-of-selections"},
      .ambiguities = {types_of_second_page("bfloat16, int8 or uint8")},
  });
}

}  // namespace assay::ops
