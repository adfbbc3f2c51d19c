// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/sum_with_scalar.hpp"

namespace assay::ops {
namespace {

std::vector<Ambiguity> ambiguities() {
  std::vector<Ambiguity> list = sum_with_scalar_ambiguities();
  list.push_back({"the English page has rules for A5, the Chinese one has no such section",
                  "form plain: cpu alone"});
  return list;
}

}  // namespace

OpSpec TSUBSC() {
  return {
      .mnemonic = "TSUBSC",
      .family = "tile_scalar",
      .summary = "A tile less a scalar plus a second tile.",
      .forms = {sum_with_scalar("TSUBSC page", subtract_add)},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps", "020-scalar-arguments"},
      .ambiguities = ambiguities(),
      .notes = sum_with_scalar_notes(),
  };
}

}  // namespace assay::ops
