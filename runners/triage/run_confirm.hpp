// SPDX-License-Identifier: Apache-2.0
// At the end of a run: the backend is asked whether the rules of new findings hold.
#pragma once

#include <chrono>
#include <vector>

#include "reference/judge/judge.hpp"
#include "reference/judge/records/records.hpp"
#include "reports/findings/extras.hpp"
#include "runners/run/loop.hpp"

namespace assay::runners {

/// For each of the largest new findings with a rule, draws cases that the run did not have, for the
/// rule and against it, executes them on the workers of the run, and judges them; the results are
/// put into the finding (reports::take_fresh). Cases that hang or are flaky are not executed again,
/// and a backend without execution is not used; a library is used for compiled signatures. A
/// function of the findings and of the backend's answers, except for the time budget that began at
/// `begin`, after which nothing is begun. Throws InfraError where a signal asks to stop.
void confirm_findings(reports::ReportExtras& extras, const Records& records,
                      const BackendSets& backend_sets, const RunOptions& options,
                      const RunState& state, const ToleranceLookup& tolerances,
                      std::chrono::steady_clock::time_point begin);

}  // namespace assay::runners
