// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/three_sources.hpp"

namespace assay::ops {

Result from_left_to_right(TwoSteps steps) {
  return depending_on({Choice::sums_of_three},
                      in_steps(per_element({{"src0"}, {"src1"}, {"src2"}},
                                           [steps = std::move(steps)](const ElementContext& cell) {
                                             const auto& x = cell.arguments;
                                             return any_reading(cell,
                                                                steps(cell, x[0], x[1], x[2]));
                                           })));
}

std::vector<Ambiguity> ambiguities_of_three_sources() {
  return {{"documents present it as an instruction of all targets; the CPU alone implements it",
           "form plain: cpu alone"},
          {"order and rounding of the two steps are not said; half may keep more digits between "
           "them",
           "decision 018: from left to right; 16-bit floats may be computed in f32 (choice "
           "sums_of_three)"}};
}

std::vector<std::string> notes_of_three_sources() {
  return {
      "a2a3, a5: declared in the public header without an implementation, so that a call "
      "does not compile",
      "neither carry nor saturation, whatever the name suggests"};
}

}  // namespace assay::ops
