// SPDX-License-Identifier: Apache-2.0
// Faults of registers that one call leaves to others.
#pragma once

#include <cstddef>
#include <utility>

#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/movement/registers.hpp"
#include "runners/simulator/rules/registers.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::fault_hooks {

constexpr bool is_setting(const Request& request) {
  return request.row->run == run_matrix_setting || request.row->run == run_padding_setting;
}

/// Pads that a call left in registers are not replaced by those of a later one.
struct FirstPadsKept : FaultHook {
  using FaultHook::FaultHook;
  bool executes(const Request& request) const override {
    const bool sets = request.row->run == run_matrix_setting && writes_registers(request);
    if (!sets) return true;
    bool& is_set = is_set_[factor_of(request) == Factor::left ? 0 : 1];
    return !std::exchange(is_set, true);
  }

 private:
  mutable bool is_set_[2] = {};
};

/// Registers of the right factor are those of the left one.
struct OneSetOfRegisters : FaultHook {
  using FaultHook::FaultHook;
  void ends(const Request& request) const override {
    if (!is_setting(request) || !writes_registers(request)) return;
    const Factor here = factor_of(request);
    const Factor other = here == Factor::left ? Factor::right : Factor::left;
    pad_registers(other) = pad_registers(here);
  }
};

/// Repetitions are written to where the pads are.
struct RepetitionsClearPads : FaultHook {
  using FaultHook::FaultHook;
  void ends(const Request& request) const override {
    if (request.row->run != run_repetition_setting || !writes_registers(request)) return;
    pad_registers(factor_of(request)).pads = {};
  }
};

/// The value of pads in registers is lost when a matrix is made with it.
struct PadValueUsedOnce : FaultHook {
  using FaultHook::FaultHook;
  void ends(const Request& request) const override {
    if (request.row->run == run_image && writes_registers(request)) {
      pad_registers(factor_of(request)).value = 0;
    }
  }
};

}  // namespace assay::simulator::fault_hooks
