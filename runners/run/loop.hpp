// SPDX-License-Identifier: Apache-2.0
// The cases of a run, side by side on its workers, in order into its files.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "runners/cases/plan.hpp"
#include "runners/run/files.hpp"
#include "runners/worker/executor.hpp"

namespace assay::runners {

/// The workers of one thread: one per backend of the run.
using Lane = std::vector<std::unique_ptr<Executor>>;
using Executors = std::vector<Lane>;

/// As many lanes as the options ask for, and not more than cases. Throws UsageError for a backend
/// that does not load, InfraError where no worker starts.
Executors start_executors(const RunOptions& options, std::size_t cases);

/// How a run ended.
struct RunEnd {
  std::size_t not_run = 0;
  std::string stopped;  ///< why it stopped early; empty: it did not
  bool board_lost = false;
};

/// Runs the cases that the files do not have yet. `begin` is when the time budget began.
RunEnd run_cases(const RunPlan& plan, const Executors& executors, const RunOptions& options,
                 const ToleranceLookup& tolerances, std::chrono::steady_clock::time_point begin,
                 RunFiles& files);

}  // namespace assay::runners
