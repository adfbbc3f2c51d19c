// SPDX-License-Identifier: Apache-2.0
// Simulated devices.
#pragma once

#include "runners/backend.h"

namespace assay::simulator {

/// A simulated device. One thread at a time; what it remembers between calls is its own.
class Simulator {
 public:
  virtual ~Simulator() = default;

  /// The C ABI to it; valid as long as the simulator lives.
  virtual const assay_backend& backend() const = 0;
};

}  // namespace assay::simulator
