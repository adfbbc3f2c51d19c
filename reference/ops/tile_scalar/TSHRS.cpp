// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/shift_by_scalar.hpp"

namespace assay::ops {
namespace {

Acceptable element(const ElementContext& at) { return shifted_right(at, Amount::in_scalar); }

}  // namespace

OpSpec TSHRS() {
  return {
      .mnemonic = "TSHRS",
      .family = "tile_scalar",
      .summary = "Every element shifted right by a scalar.",
      .forms = {shift_by_scalar("TSHRS page", element)},
      .decisions = {"002-outside-the-valid-region", "020-scalar-arguments", "021-shift-amounts"},
      .ambiguities = shift_ambiguities(),
      .notes = {"negative amounts are documented as unsupported and checked nowhere",
                "a2a3: no 8-bit types, unlike the shifts by a tile",
                "a5: 64-bit integers are shifted in halves, 64 columns of a row at most",
                "a2a3: the location of dst is not asserted"},
  };
}

}  // namespace assay::ops
