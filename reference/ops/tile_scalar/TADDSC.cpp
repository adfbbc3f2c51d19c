// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/sum_with_scalar.hpp"

namespace assay::ops {
namespace {

constexpr const char* taddsc_page = "TADDSC page";

}  // namespace

OpSpec TADDSC() {
  return {
      .mnemonic = "TADDSC",
      .summary = "A tile plus a scalar plus a second tile.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, scalar, src1},
          .lead = "src0",
          .targets = {cpu},
          .constraints = constraints_of_sum(taddsc_page),
          .results = {sum_with_scalar(add_add)},
          .plans = {"cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps", "020-scalar-arguments"},
      .ambiguities = sum_with_scalar_ambiguities(),
      .notes = sum_with_scalar_notes(),
      .errata = errata_of_sum("TADDSC"),
  };
}

}  // namespace assay::ops
