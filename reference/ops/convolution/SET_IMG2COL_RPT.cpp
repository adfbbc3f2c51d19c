// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/convolution/registers.hpp"
#include "reference/ops/convolution/setters.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {

OpSpec SET_IMG2COL_RPT() {
  std::vector<std::string> notes = setter_notes();
  notes.emplace_back("repetitions are left as a tile has them: several have no promised result");
  return {
      .mnemonic = "SET_IMG2COL_RPT",
      .summary = "Takes the repetitions of TIMG2COL from a tile into registers.",
      .forms = {{.name = "plain",
                 .operands = setter_operands(),
                 .lead = "src",
                 .attributes = {registers_mode()},
                 .constraints = setter_constraints("SET_IMG2COL_RPT page"),
                 .results = {kept_tile()},
                 .scenarios = setter_scenarios()}},
      .decisions = {"147-what-a-call-leaves-in-registers"},
      .ambiguities = setter_ambiguities(),
      .notes = notes,
  };
}

}  // namespace assay::ops
