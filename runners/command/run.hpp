// SPDX-License-Identifier: Apache-2.0
// The command that runs a suite on a backend.
#pragma once

#include "runners/cases/plan/run_options.hpp"

namespace assay::runners {

/// Returns the exit code.
int run_command(const RunOptions& options);

}  // namespace assay::runners
