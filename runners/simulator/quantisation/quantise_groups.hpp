// SPDX-License-Identifier: Apache-2.0
// Codes of small floats that share an exponent.
#pragma once

#include "runners/simulator/core/hooks.hpp"

namespace assay::simulator {

/// Operands are dst, src, exp and two scratch tiles.
void run_groups(const Request& request, const Hooks& hooks);

}  // namespace assay::simulator
