// SPDX-License-Identifier: Apache-2.0
// The in-tree simulator, with the C ABI.
//
// It shares nothing with reference/: addresses come from a walk over boxes, numbers from its own
// codecs, rules from its own reading of the manual. Agreement of the two is evidence.
#pragma once

#include <memory>

#include "runners/backend.h"
#include "runners/simulator/core/hooks.hpp"
#include "runners/simulator/device.hpp"

namespace assay::simulator {

/// The simulator as the manual has it.
std::unique_ptr<Simulator> make();

/// Checks the call, then executes it on the memory of its operands. Nothing is written when the
/// answer is not ASSAY_DONE. A form that is not listed is answered ASSAY_UNSUPPORTED.
Answer execute(assay_call& call, const Hooks& hooks);

}  // namespace assay::simulator
