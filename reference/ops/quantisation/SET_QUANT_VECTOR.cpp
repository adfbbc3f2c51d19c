// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/page.hpp"
#include "reference/ops/quantisation/quantiser_setters.hpp"

namespace assay::ops {

OpSpec SET_QUANT_VECTOR() {
  const Operand descriptors{"fpTile", Role::in_out, OperandKind::tile};
  return {
      .mnemonic = "SET_QUANT_VECTOR",
      .summary = "Takes the address of a row of descriptors into a register for TPUSH.",
      .forms = {{.name = "plain",
                 .operands = {descriptors},
                 .lead = "fpTile",
                 .constraints = rows_in_scaling("SET_QUANT_VECTOR page"),
                 .results = {kept("fpTile")}}},
      .decisions = {"147-what-a-call-leaves-in-registers"},
      .ambiguities = {{"how the address is encoded is left to implementations",
                       "decision 147: registers are not looked at"}},
      .notes = quantiser_setter_notes(),
  };
}

}  // namespace assay::ops
