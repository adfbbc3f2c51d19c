// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/shift_by_scalar.hpp"

namespace assay::ops {
namespace {

Acceptable element(const ElementContext& at) { return shifted_left(at, Amount::in_scalar); }

std::vector<Ambiguity> ambiguities() {
  auto list = shift_ambiguities();
  list.push_back(
      {"A5 is reported to carry from the low to the high word of 64 bits with an arithmetic "
       "shift",
       "decision 021: the carry with and without sign are both accepted on a5"});
  return list;
}

}  // namespace

OpSpec TSHLS() {
  return {
      .mnemonic = "TSHLS",
      .family = "tile_scalar",
      .summary = "Every element shifted left by a scalar.",
      .forms = {shift_by_scalar("TSHLS page", element)},
      .decisions = {"002-outside-the-valid-region", "020-scalar-arguments", "021-shift-amounts"},
      .ambiguities = ambiguities(),
      .notes = {"negative amounts are documented as unsupported and checked nowhere",
                "a2a3: no 8-bit types, unlike the shifts by a tile",
                "a5: 64-bit integers are shifted in halves, 64 columns of a row at most",
                "a2a3: the location of dst is not asserted"},
  };
}

}  // namespace assay::ops
