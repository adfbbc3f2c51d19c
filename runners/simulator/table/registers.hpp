// SPDX-License-Identifier: Apache-2.0
// Rows of what sets registers for later calls.
#pragma once

#include "runners/simulator/rules/registers.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::table {

inline constexpr Row registers[] = {
    {.op = "SETFMATRIX",
     .takes = is_setting_form,
     .rules = setting_rules,
     .run = run_matrix_setting},
    {.op = "SET_IMG2COL_PADDING",
     .takes = is_setting_form,
     .rules = setting_rules,
     .run = run_padding_setting},
    {.op = "SET_IMG2COL_RPT",
     .takes = is_setting_form,
     .rules = setting_rules,
     .run = run_repetition_setting},
    {.op = "SET_QUANT_VECTOR",
     .takes = is_descriptor_form,
     .rules = descriptor_rules,
     .run = run_quantiser_setting},
};

}  // namespace assay::simulator::table
