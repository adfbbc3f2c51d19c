// SPDX-License-Identifier: Apache-2.0
// The cases of a run, side by side on its workers, in order into its files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runners/executor.hpp"
#include "runners/run_files.hpp"
#include "runners/run_plan.hpp"

namespace assay::runners {

using Executors = std::vector<std::unique_ptr<Executor>>;

/// As many workers as the options ask for, and not more than cases. Throws UsageError for a backend
/// that does not load, InfraError where no worker starts.
Executors start_executors(const RunOptions& options, std::size_t cases);

/// Runs all cases; returns how many recipes had no such case.
std::size_t run_cases(const RunPlan& plan, const Executors& executors, const RunOptions& options,
                      const ToleranceLookup& tolerances, RunFiles& files);

}  // namespace assay::runners
