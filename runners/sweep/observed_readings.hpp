// SPDX-License-Identifier: Apache-2.0
// By which readings of the manual a sweep is judged.
#pragma once

#include <span>
#include <string>

#include "runners/backend/backend.hpp"
#include "runners/sweep/plan.hpp"

namespace assay::runners {

/// The combination of readings that explains what the backend gives for some inputs of every binade
/// and class, as a run finds it for a case: the first one by which none is wrong; of several that
/// leave some wrong the first one, unless another leaves less than half as many. Pinned choices
/// keep their reading. Throws as SweepWork::chunk().
ChosenReadings observed_readings(const SweepPlan& plan, Backend& backend);

/// "subnormals: flushed"; empty if every choice of the result is read in its first way.
std::string text_of_readings(const SweepPlan& plan);

}  // namespace assay::runners
