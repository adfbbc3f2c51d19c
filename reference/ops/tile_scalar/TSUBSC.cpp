// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/sum_with_scalar.hpp"

namespace assay::ops {
namespace {

constexpr const char* tsubsc_page = "TSUBSC page";

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
      .summary = "A tile less a scalar plus a second tile.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, scalar, src1},
          .lead = "src0",
          .targets = {cpu},
          .constraints = constraints_of_sum(tsubsc_page),
          .results = {sum_with_scalar(subtract_add)},
          .plans = {"cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps", "020-scalar-arguments"},
      .ambiguities = ambiguities(),
      .notes = sum_with_scalar_notes(),
      .errata = errata_of_sum("TSUBSC"),
  };
}

}  // namespace assay::ops
