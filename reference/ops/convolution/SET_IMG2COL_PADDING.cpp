// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/convolution/registers.hpp"
#include "reference/ops/convolution/setters.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {

OpSpec SET_IMG2COL_PADDING() {
  return {
      .mnemonic = "SET_IMG2COL_PADDING",
      .summary = "Takes the pads of an image into registers for TIMG2COL.",
      .forms = {{.name = "plain",
                 .operands = setter_operands(),
                 .lead = "src",
                 .attributes = {registers_mode()},
                 .constraints = setter_constraints("SET_IMG2COL_PADDING page"),
                 .results = {kept_tile()},
                 .scenarios = setter_scenarios()}},
      .decisions = {"147-what-a-call-leaves-in-registers"},
      .ambiguities = setter_ambiguities(),
      .notes = setter_notes(),
      .errata = {accepting(of_headers(cpu, "E-SET_IMG2COL_PADDING-001", "SetImg2colPadding.hpp",
                                      "a tile is taken that is no convolution tile"),
                           "src.conv")},
  };
}

}  // namespace assay::ops
