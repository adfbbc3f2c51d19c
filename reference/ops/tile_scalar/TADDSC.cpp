// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/sum_with_scalar.hpp"

namespace assay::ops {

OpSpec TADDSC() {
  return {
      .mnemonic = "TADDSC",
      .family = "tile_scalar",
      .summary = "A tile plus a scalar plus a second tile.",
      .forms = {sum_with_scalar("TADDSC page", add_add)},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps", "020-scalar-arguments"},
      .ambiguities = sum_with_scalar_ambiguities(),
      .notes = sum_with_scalar_notes(),
  };
}

}  // namespace assay::ops
