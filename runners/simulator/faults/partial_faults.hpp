// SPDX-License-Identifier: Apache-2.0
// Faults of combining two tiles of which one has elements that the other has not.
#pragma once

#include <utility>

#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/partial/combined.hpp"

namespace assay::simulator::fault_hooks {

struct OtherSourceCopied : FaultHook {
  using FaultHook::FaultHook;
  void combined(Combined& element) const override { std::swap(element.has[0], element.has[1]); }
};

struct PaddingCombined : FaultHook {
  using FaultHook::FaultHook;
  void combined(Combined& element) const override { element.has = {true, true}; }
};

struct SmallerZeroExtended : FaultHook {
  using FaultHook::FaultHook;
  void combined(Combined& element) const override {
    if (!element.is_lone()) return;
    element.lanes[element.has[0] ? 1 : 0] = 0;
    element.has = {true, true};
  }
};

struct FirstOfEquals : FaultHook {
  using FaultHook::FaultHook;
  void combined(Combined& element) const override { element.tie_to_first = true; }
};

struct LowerIndexOfEquals : FaultHook {
  using FaultHook::FaultHook;
  void combined(Combined& element) const override {
    element.tie_to_first = element.indices[0] < element.indices[1];
  }
};

}  // namespace assay::simulator::fault_hooks
