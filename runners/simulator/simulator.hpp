// SPDX-License-Identifier: Apache-2.0
// The in-tree simulator behind the C ABI.
//
// It shares nothing with reference/: addresses come from a walk over boxes, numbers from its own
// codecs, rules from its own reading of the manual. Agreement of the two is evidence.
#pragma once

#include <memory>

#include "runners/backend.h"
#include "runners/simulator/core/seams.hpp"

namespace assay::simulator {

/// A simulated device. One thread at a time; what it remembers between calls is its own.
class Simulator {
 public:
  virtual ~Simulator() = default;

  /// The C ABI to it; valid as long as the simulator lives.
  virtual const assay_backend& backend() const = 0;
};

/// A simulator that nothing bends.
std::unique_ptr<Simulator> make();

/// Checks the call, then executes it on the memory of its operands. Nothing is written when the
/// answer is not ASSAY_DONE. A form that is not listed is answered ASSAY_UNSUPPORTED.
Answer execute(assay_call& call, const Seams& seams);

}  // namespace assay::simulator
