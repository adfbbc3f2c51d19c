// SPDX-License-Identifier: Apache-2.0
// The backends of a run: what is checked and compiled before a worker can load them.
#pragma once

#include <memory>
#include <vector>

#include "runners/cases/plan/plan.hpp"
#include "runners/run/loop.hpp"
#include "runners/run/run_state.hpp"
#include "runners/sdk/compile/compilation.hpp"

namespace assay::runners {

/// The options of a plan as a user's library among its backends decides them: its target unless
/// they name others, what all backends lack, and no errata if its headers do not compile. Throws
/// UsageError where the profile, the compiler or the folder of the headers is unusable: to draw the
/// cases that are to be compiled takes a while.
PlanOptions follow_library(PlanOptions options);

/// Compiles what the plan needs of a user's library, once for each of `tested.builds` where some
/// of them are compared, puts the backends that have it in the place of the library, and takes the
/// cases beyond the limit out of the plan: those of `left_out`, some of which a resumed run has
/// already. The last compilation may continue and is returned: executing a case waits for it.
/// Throws UsageError, and InfraError at an interrupt.
std::unique_ptr<sdk::Compilation> compile_backends(RunPlan& plan, RunState& state);

/// From now on the backends compile what a case needs of a user's library before they execute it.
/// True where there is one.
bool compile_on_demand(const BackendSets& backend_sets, const RunState& state);

}  // namespace assay::runners
