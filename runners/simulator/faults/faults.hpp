// SPDX-License-Identifier: Apache-2.0
// The simulator with known bugs, each a wrapper around its hooks that is switched on by name.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runners/simulator/simulator.hpp"

namespace assay::simulator {

struct History;

/// One plausible bug that a simulator can be made with.
struct FaultInfo {
  std::string_view name;     ///< "last_tie_wins"
  std::string_view summary;  ///< one line: what goes wrong, and where
  std::unique_ptr<Hooks> (*make)(History& history, std::size_t variant);
  std::size_t variant = 0;       ///< which of those that `make` makes
  std::string_view op = {};      ///< the only one that has it; empty: all
  std::string_view target = {};  ///< likewise
};

/// All faults, in a fixed order.
std::span<const FaultInfo> faults();

/// The fault of a name, or the mutant (mutants/mutants.hpp), or null for a name that is neither's.
const FaultInfo* fault_named(std::string_view name);

/// The part of "NAME@CONDITION+NAME" that is no fault, or no condition, then with its "@"; nothing
/// where all is known.
std::optional<std::string> unknown_fault(std::string_view text);

/// A healthy simulator for an empty name, else one with that fault, or with several: "NAME@rows>16
/// +NAME", as injected_fault.hpp says, in any order. Each changes the elements of the healthy
/// result that it changes alone; of two that change the same element, or the status of the call,
/// the name that is first in the alphabet does. Throws std::invalid_argument for a name that
/// faults() does not list.
std::unique_ptr<Simulator> make(std::string_view fault);

}  // namespace assay::simulator
