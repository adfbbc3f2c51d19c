// SPDX-License-Identifier: Apache-2.0
// Merges of sorted lists.
#pragma once

#include "runners/simulator/rules/merge.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::table {

inline constexpr Row sorting[] = {
    {.op = "TMRGSORT",
     .takes = is_merge_form,
     .rules = merge_rules,
     .run = run_merge,
     .form = merge_form,
     .word_scalars = true,
     .flag = merge::stops},
};

}  // namespace assay::simulator::table
