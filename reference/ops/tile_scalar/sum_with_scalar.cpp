// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/sum_with_scalar.hpp"

namespace assay::ops {

Result sum_with_scalar(Steps steps) {
  const auto element = [steps](const ElementContext& cell) {
    const auto& x = cell.arguments;
    return any_reading(cell, steps(cell, x[0], x[1], x[2]));
  };
  return with_scalar(per_element({{"src0"}, {"scalar"}, {"src1"}}, element), {.tile = "src0"});
}

std::vector<Ambiguity> sum_with_scalar_ambiguities() {
  return {
      {"documents have rules for A2A3 and A5, whose headers have no code for them",
       "form plain: cpu alone"},
      {"the scalar stands between the two tiles",
       "form plain: operands dst, src0, scalar, src1, from left to right"},
      {"half may keep more digits between the two steps",
       "decision 018: 16-bit floats may be computed in f32"},
  };
}

std::vector<std::string> sum_with_scalar_notes() {
  return {
      "a2a3, a5: documented with types and layouts, and not implemented: a call does not compile",
      "no carry, whatever the name suggests"};
}

}  // namespace assay::ops
