// SPDX-License-Identifier: Apache-2.0
// The command that runs a suite on a backend.
#pragma once

#include <string>
#include <vector>

#include "runners/run/run_options.hpp"

namespace assay::runners {

/// Returns the exit code.
int run_command(const RunOptions& options);

/// The options that `assay run` with these words has. Throws UsageError where they make no sense.
RunOptions run_options_in(const std::vector<std::string>& words);

}  // namespace assay::runners
