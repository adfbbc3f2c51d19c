// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/expansion.hpp"

namespace assay::ops {

OpSpec TROWEXPANDEXPDIF() {
  return row_expansion({
      .mnemonic = "TROWEXPANDEXPDIF",
      .summary = "e to the power of the difference of a tile and one value for each row.",
      .types = exponential_types(),
      .combination = spread_exponential,
      .plans = {"moderate", "nearties"},
      .decisions = {"017-accuracy-of-functions", "037-exponential-of-a-difference"},
      .ambiguities = {identity_of_tiles("A2A3"), shortened_name(), rounding_of_difference()},
  });
}

}  // namespace assay::ops
