// SPDX-License-Identifier: Apache-2.0
// The cases of a run, side by side on its workers, in order into its files.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runners/backend/backend.hpp"
#include "runners/cases/plan/plan.hpp"
#include "runners/run/files.hpp"
#include "runners/run/run_options.hpp"
#include "runners/run/run_state.hpp"

namespace assay::runners {

/// The backends of one thread: each backend of the run, once.
using BackendSet = std::vector<std::unique_ptr<Backend>>;
using BackendSets = std::vector<BackendSet>;

/// As many sets as the options ask for, and not more than cases. Throws UsageError for a backend
/// that does not load, InfraError where no worker starts.
BackendSets start_backend_sets(const RunState& state, const Execution& execution,
                               std::size_t cases);

/// Callbacks of a run in progress.
struct RunListener {
  /// Returns when the backends can execute the case; from any thread. Throws what ends the run.
  std::function<void(const Case&)> await = {};
  /// No more cases will be requested: waiting calls return or throw.
  std::function<void()> give_up = {};
  /// All cases of an op are in the journal. `left` ops are not.
  std::function<void(const std::string& op, std::size_t left)> op_done = {};
  /// The planned cases are done; replicated cases of another shard follow.
  std::function<void()> planned_done = {};
};

/// How a run ended.
struct RunEnd {
  std::size_t not_run = 0;
  std::string stopped = {};  ///< why it stopped early; empty: it did not
  bool board_lost = false;
  std::string lost_case = {};  ///< that shows it, if its name draws it
  bool board_back = false;     ///< after --reset the board answers again
  bool interrupted = false;
};

/// Runs the cases that the files do not have yet. `begin` is when the time budget began.
RunEnd run_cases(const RunPlan& plan, const BackendSets& backend_sets, const RunOptions& options,
                 const RunState& state, const ToleranceLookup& tolerances,
                 std::chrono::steady_clock::time_point begin, RunFiles& files,
                 const RunListener& listener = {});

}  // namespace assay::runners
