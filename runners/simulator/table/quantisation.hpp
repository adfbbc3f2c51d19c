// SPDX-License-Identifier: Apache-2.0
// Rows of quantisation.
#pragma once

#include "runners/simulator/rules/quantisation.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {

/// Numbers from codes.
void run_dequantisation(const Request& request, const Hooks& hooks);

namespace table {

inline constexpr Row quantisation[] = {
    {.op = "TDEQUANT",
     .takes = is_dequantisation_form,
     .rules = dequantisation_rules,
     .run = run_dequantisation},
};

}  // namespace table
}  // namespace assay::simulator
