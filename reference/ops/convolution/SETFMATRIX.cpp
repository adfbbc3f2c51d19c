// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/convolution/registers.hpp"
#include "reference/ops/convolution/setters.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {

OpSpec SETFMATRIX() {
  return {
      .mnemonic = "SETFMATRIX",
      .summary = "Takes the size of an image and its pads into registers for TIMG2COL.",
      .forms = {{.name = "plain",
                 .operands = setter_operands(),
                 .lead = "src",
                 .attributes = {registers_mode()},
                 .constraints = setter_constraints("SETFMATRIX page"),
                 .results = {kept_tile()},
                 .scenarios = setter_scenarios()}},
      .decisions = {"147-what-a-call-leaves-in-registers"},
      .ambiguities = setter_ambiguities(),
      .notes = setter_notes(),
  };
}

}  // namespace assay::ops
