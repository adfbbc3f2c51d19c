// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/expansion.hpp"

namespace assay::ops {

OpSpec TROWEXPANDSUB() {
  return row_expansion({
      .mnemonic = "TROWEXPANDSUB",
      .summary = "Difference of a tile and one value for each row.",
      .types = expansion_types(),
      .combination = spread_difference,
      .plans = {"cancellation", "nearties"},
      .decisions = {"014-integer-overflow"},
      .ambiguities = {overflow_is_open(), identity_of_tiles("A2A3 and A5"), shortened_name(),
                      types_of_second_page("bfloat16, int8 or uint8")},
  });
}

}  // namespace assay::ops
