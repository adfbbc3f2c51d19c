// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/expansion.hpp"

namespace assay::ops {

OpSpec TCOLEXPANDEXPDIF() {
  return column_expansion({
      .mnemonic = "TCOLEXPANDEXPDIF",
      .summary = "e to the power of the difference of a tile and one row for all rows.",
      .types = exponential_types(),
      .combination = spread_exponential,
      .plans = {"moderate", "nearties"},
      .decisions = {"017-accuracy-of-functions", "037-exponential-of-a-difference"},
      .ambiguities = {shortened_name(), rounding_of_difference()},
  });
}

}  // namespace assay::ops
