// SPDX-License-Identifier: Apache-2.0
// The unit that computes lanes.
#pragma once

#include <cstdint>

#include "runners/simulator/core/hooks.hpp"
#include "runners/simulator/elementwise/calculations.hpp"

namespace assay::simulator {

/// The unit that computes a lane.
struct Unit {
  Machine machine;
  std::uint32_t element;  ///< of the destination
  bool refined;           ///< HIGH_PRECISION on the machine that knows it
  const Request* request;
  const Hooks* hooks;

  bool on_cpu() const { return machine == Machine::cpu; }
  /// `calculate` of these inputs, patterns of `element`.
  std::uint64_t compute(Calculation calculate, Inputs in) const {
    return hooks->compute(calculate, *this, in);
  }
  std::uint64_t rounded(std::uint64_t bits) const { return hooks->rounded(element, bits); }
};

/// The function that computes lanes of an element type by the row of a call.
Calculation calculation_of(const Request& request, std::uint32_t element);

}  // namespace assay::simulator
