// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/narrowing.hpp"

namespace assay::ops {

OpSpec TADDRELUCONV() {
  std::vector<Ambiguity> open = narrowing_ambiguities();
  open.push_back({"the file of the page differs in case from the instruction",
                  "the manual's spelling of the instruction"});
  return {
      .mnemonic = "TADDRELUCONV",
      .family = "elementwise",
      .summary = "Sum of two tiles, clamped at zero and narrowed.",
      .forms = {narrowing_form("TADDRELUCONV page", Sum::plus)},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps"},
      .ambiguities = std::move(open),
      .notes = {"cpu: no implementation, so that a call does not compile",
                "a2a3: one fused instruction; a5: three steps"},
  };
}

}  // namespace assay::ops
