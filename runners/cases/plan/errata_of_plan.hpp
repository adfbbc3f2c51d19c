// SPDX-License-Identifier: Apache-2.0
// Known deviations that the cases of a plan have to do with.
#pragma once

#include <string>
#include <vector>

#include "runners/cases/plan/plan.hpp"
#include "runners/cases/plan/plan_options.hpp"

namespace assay::runners {

/// Numbers of the errata in effect that have to do with a form and a target of the whole plan,
/// whatever its shard; ascending. None where cases are named.
std::vector<std::string> errata_of_plan(const RunPlan& plan, const TestedBackends& tested);

}  // namespace assay::runners
