// SPDX-License-Identifier: Apache-2.0
// At the end of a run: a small case for each new finding.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "reference/judge/judge.hpp"
#include "reference/judge/records/records.hpp"
#include "reports/findings/extras.hpp"
#include "runners/run/folder.hpp"
#include "runners/run/loop.hpp"

namespace assay::runners {

/// Shrinks the smallest failing case of each of the largest new findings that no waiver covers
/// whole, on the workers of the run. Keeps it in shrunk.h5; the finding gets its name, a line that
/// replays it and its result, or the reason why there is none. Without such findings no file is
/// made and no backend called. A function of the findings and of the backend's answers, except
/// for the time budget that began at `begin`. Nothing is begun after the end of that budget, or
/// after a signal that asks to stop.
void shrink_findings(reports::ReportExtras& extras, const Records& records,
                     const BackendSets& backend_sets, const RunOptions& options,
                     const RunState& state, const ToleranceLookup& tolerances,
                     const RunFolder& folder, std::chrono::steady_clock::time_point begin);

/// Says of the same findings why they are not shrunk.
void leave_unshrunk(reports::ReportExtras& extras, const std::string& why);

}  // namespace assay::runners
