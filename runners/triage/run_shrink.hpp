// SPDX-License-Identifier: Apache-2.0
// At the end of a run: a small case for each new finding.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "reference/judge/judge.hpp"
#include "reference/judge/records.hpp"
#include "reports/findings/extras.hpp"
#include "runners/run/folder.hpp"
#include "runners/run/loop.hpp"

namespace assay::runners {

/// Of each of the largest new findings that no waiver covers whole, the smallest failing case is
/// shrunk on the workers of the run and kept in shrunk.h5; the finding gets its name, a line that
/// replays it and what it shows, or a sentence why there is none. Without such findings no file is
/// made and no backend called. A function of the findings and of what the backend answers, but for
/// the time budget that began at `begin`, behind which nothing is begun; nor is it behind a signal
/// that asks to stop.
void shrink_findings(reports::ReportExtras& extras, const Records& records, const Crews& crews,
                     const RunOptions& options, const ToleranceLookup& tolerances,
                     const RunFolder& folder, std::chrono::steady_clock::time_point begin);

/// Says of the same findings why they are not shrunk.
void leave_unshrunk(reports::ReportExtras& extras, const std::string& why);

}  // namespace assay::runners
