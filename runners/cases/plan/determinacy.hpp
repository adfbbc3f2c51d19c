// SPDX-License-Identifier: Apache-2.0
// Coverage of the pages by the cases of a suite, computed without executing anything.
#pragma once

#include <string>
#include <vector>

#include "reference/judge/judge.hpp"
#include "reports/text/determinacy.hpp"
#include "runners/cases/plan/plan_options.hpp"

namespace assay::runners {

/// How much is pinned down of what the legal cases of a plan promise: a row per op, target and
/// element type of the lead operand. On `options.jobs` threads. Throws UsageError.
std::vector<reports::PinnedRow> pinned_rows(const PlanOptions& options,
                                            const ToleranceLookup& tolerances);

/// Numbers of errata of a page that no case of the smoke suite can show: none of its elements, and
/// no call, differs by them.
std::vector<std::string> unreached_errata(const OpSpec& op, const ToleranceLookup& tolerances);

}  // namespace assay::runners
