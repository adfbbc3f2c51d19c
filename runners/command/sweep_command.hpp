// SPDX-License-Identifier: Apache-2.0
// The command that drives every input of an op through a backend.
#pragma once

#include "runners/sweep/plan.hpp"

namespace assay::runners {

/// Returns the exit code. Throws UsageError for what cannot be swept, before anything is written.
int sweep_command(const SweepOptions& options);

}  // namespace assay::runners
