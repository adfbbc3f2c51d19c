// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/expansion.hpp"

namespace assay::ops {

OpSpec TCOLEXPANDDIV() {
  return column_expansion({
      .mnemonic = "TCOLEXPANDDIV",
      .summary = "Quotient of a tile and one row for all rows.",
      .types = quotient_types(),
      .combination = spread_quotient,
      .plans = {"multiples", "nearties"},
      .decisions = {"014-integer-overflow", "015-division-and-remainder",
                    "017-accuracy-of-functions"},
      .ambiguities = {shortened_name(), quotient_types_differ(), precise_quotient()},
      .divides = true,
  });
}

}  // namespace assay::ops
