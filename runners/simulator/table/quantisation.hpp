// SPDX-License-Identifier: Apache-2.0
// Rows of quantisation.
#pragma once

#include "runners/simulator/rules/quantisation.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {

/// Numbers from codes.
void run_dequantisation(const Request& request, const Hooks& hooks);
/// Codes of numbers.
void run_quantisation(const Request& request, const Hooks& hooks);

namespace table {

inline constexpr Row quantisation[] = {
    {.op = "TDEQUANT",
     .takes = is_dequantisation_form,
     .rules = dequantisation_rules,
     .run = run_dequantisation},
    {.op = "TQUANT",
     .takes = is_quantisation_form,
     .rules = quantisation_rules,
     .run = run_quantisation,
     .form = quantisation_form,
     .option = "grp_axis"},
};

}  // namespace table
}  // namespace assay::simulator
