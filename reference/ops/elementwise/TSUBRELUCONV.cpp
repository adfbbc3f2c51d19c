// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/narrowing.hpp"

namespace assay::ops {

OpSpec TSUBRELUCONV() {
  std::vector<Ambiguity> open = narrowing_ambiguities();
  open.push_back({"no page documents it; header and tests alone exist",
                  "the header, read like that of the sum"});
  return {
      .mnemonic = "TSUBRELUCONV",
      .family = "elementwise",
      .summary = "Difference of two tiles, clamped at zero and narrowed.",
      .forms = {narrowing_form("TSUBRELUCONV page", Sum::minus)},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps"},
      .ambiguities = std::move(open),
      .notes = {"cpu: no implementation, so that a call does not compile",
                "a2a3: one fused instruction; a5: three steps"},
  };
}

}  // namespace assay::ops
