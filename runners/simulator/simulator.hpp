// SPDX-License-Identifier: Apache-2.0
// The in-tree simulator behind the C ABI, healthy or with one known fault.
//
// It shares nothing with reference/: addresses come from a walk over boxes, numbers from its own
// codecs, rules from its own reading of the manual. Agreement of the two is evidence.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runners/backend.h"

namespace assay::simulator {

/// One plausible bug that a simulator can be made with.
struct FaultInfo {
  std::string_view name;     ///< "last_tie_wins"
  std::string_view summary;  ///< one line: what goes wrong, and where
};

/// All faults, in a fixed order.
std::span<const FaultInfo> faults();

/// The part of "NAME@CONDITION+NAME" that is no fault and no condition; nothing where all is known.
std::optional<std::string> unknown_fault(std::string_view text);

/// A simulated device. One thread at a time; what it remembers between calls is its own.
class Simulator {
 public:
  virtual ~Simulator() = default;

  /// The C ABI to it; valid as long as the simulator lives.
  virtual const assay_backend& backend() const = 0;
};

/// A healthy simulator for an empty name, else one with that fault, or with several: "NAME@rows>16
/// +NAME", as plants.hpp says; of those that bite in a call the first that shows. Throws
/// std::invalid_argument for a name that faults() does not list.
std::unique_ptr<Simulator> make(std::string_view fault = {});

}  // namespace assay::simulator
