// SPDX-License-Identifier: Apache-2.0
// At the end of a run: the backend is asked whether the rules of new findings hold.
#pragma once

#include <chrono>
#include <vector>

#include "reference/judge/judge.hpp"
#include "reference/judge/records.hpp"
#include "reports/findings/extras.hpp"
#include "runners/run/loop.hpp"

namespace assay::runners {

/// Of each of the largest new findings with a rule, cases that the run did not have are drawn for
/// the rule and against it, executed on the workers of the run, and judged; what comes of it is in
/// the finding (reports::take_fresh). Cases that hang or are flaky are not asked again, and neither
/// is a backend that executes nothing; a library is asked for what is compiled. A function of the
/// findings and of what the backend answers, but for the time budget that began at `begin`, behind
/// which nothing is begun. Throws InfraError where a signal asks to stop.
void confirm_findings(reports::ReportExtras& extras, const Records& records, const Crews& crews,
                      const RunOptions& options, const ToleranceLookup& tolerances,
                      std::chrono::steady_clock::time_point begin);

}  // namespace assay::runners
