// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/expansion.hpp"

namespace assay::ops {

OpSpec TROWEXPANDDIV() {
  return row_expansion({
      .mnemonic = "TROWEXPANDDIV",
      .summary = "Quotient of a tile and one value for each row.",
      .types = quotient_types(),
      .combination = spread_quotient,
      .plans = {"multiples", "nearties"},
      .decisions = {"014-integer-overflow", "015-division-and-remainder",
                    "017-accuracy-of-functions"},
      .ambiguities = {identity_of_tiles("A2A3 and A5"), shortened_name(), quotient_types_differ(),
                      precise_quotient()},
      .divides = true,
  });
}

}  // namespace assay::ops
