// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/three_sources.hpp"

namespace assay::ops {
namespace {

const Operand src2{"src2", Role::input, OperandKind::tile};

Result result_of(TwoSteps steps) {
  return per_element({{"src0"}, {"src1"}, {"src2"}},
                     [steps = std::move(steps)](const ElementContext& at) {
                       const auto& x = at.arguments;
                       return any_reading(at, steps(at, x[0], x[1], x[2]));
                     });
}

}  // namespace

OpSpec three_sources(const std::string& mnemonic, const std::string& summary, TwoSteps steps) {
  return {
      .mnemonic = mnemonic,
      .family = "elementwise",
      .summary = summary,
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1, src2},
          .lead = "src0",
          .targets = {cpu},
          .constraints = same_shape({
              .page = mnemonic + " page",
              .sources = {"src0", "src1", "src2"},
              .types = {.a2a3 = {}, .a5 = {}},
              .regions = no_target,
              .one_tile_type = {cpu},
          }),
          .results = {result_of(std::move(steps))},
          .plans = {"cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps"},
      .ambiguities =
          {{"documents present it as an instruction of all targets; the CPU alone implements it",
            "form plain: cpu alone"},
           {"order and rounding of the two steps are not said; half may keep more digits between "
            "them",
            "decision 018: from left to right; 16-bit floats may be computed in f32"}},
      .notes = {"a2a3, a5: declared in the public header without an implementation, so that a call "
                "does not compile",
                "neither carry nor saturation, whatever the name suggests"},
  };
}

}  // namespace assay::ops
