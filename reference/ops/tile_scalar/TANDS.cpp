// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/logic_with_scalar.hpp"

namespace assay::ops {

OpSpec TANDS() {
  return {
      .mnemonic = "TANDS",
      .family = "tile_scalar",
      .summary = "Bitwise AND of every element and a scalar.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src, scalar},
          .lead = "src",
          .constraints = logic_with_scalar_rules("TANDS page", {cpu}, true),
          .results = {logic_with_scalar(and_of)},
      }},
      .decisions = {"002-outside-the-valid-region", "003-texpands-fill-region",
                    "020-scalar-arguments", "039-one-layout-with-a-scalar"},
      .ambiguities = logic_ambiguities(),
      .notes = {"a2a3: the scalar is expanded into dst first; 8-bit data are combined in pairs of "
                "bytes",
                "a2a3, a5: Vec is documented and not asserted"},
  };
}

}  // namespace assay::ops
