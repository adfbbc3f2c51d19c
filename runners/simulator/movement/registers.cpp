// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/movement/registers.hpp"

#include "runners/simulator/core/hooks.hpp"
#include "runners/simulator/rules/registers.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {

Factor factor_of(const Request& request) {
  const bool right = request.attribute("FmatrixMode").starts_with("FMATRIX_B");
  return right ? Factor::right : Factor::left;
}

bool writes_registers(const Request& request) {
  return request.on_device() && request.attribute("FmatrixMode").ends_with("MANUAL");
}

PadRegisters& pad_registers(Factor factor) {
  thread_local std::array<PadRegisters, 2> registers;
  return registers.at(static_cast<std::size_t>(factor));
}

void run_matrix_setting(const Request& request, const Hooks& hooks) {
  if (!writes_registers(request)) return;
  PadRegisters& registers = pad_registers(factor_of(request));
  for (std::size_t i = 0; i < registers.pads.size(); ++i) {
    const assay_operand& pad = request[first_setting + i];
    registers.pads.at(i) = hooks.scalar(request, pad, ASSAY_U8, pad.scalar_bits);
  }
}

void run_padding_setting(const Request& request, const Hooks& hooks) {
  if (!writes_registers(request)) return;
  const assay_operand& value = request[value_setting];
  pad_registers(factor_of(request)).value =
      hooks.scalar(request, value, request[0].element, value.scalar_bits);
}

/// Repetitions are not simulated.
void run_repetition_setting(const Request&, const Hooks&) {}

/// A quantisation for TPUSH, which is not simulated.
void run_quantiser_setting(const Request&, const Hooks&) {}

}  // namespace assay::simulator
