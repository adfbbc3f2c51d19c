// SPDX-License-Identifier: Apache-2.0
// Rows of instructions that read or write elements where another tile says.
#pragma once

#include "runners/simulator/rules/gathering.hpp"
#include "runners/simulator/rules/tables.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {

void run_gather(const Request& request, const Hooks& hooks);
void run_byte_gather(const Request& request, const Hooks& hooks);
void run_table_gather(const Request& request, const Hooks& hooks);
void run_table_scatter(const Request& request, const Hooks& hooks);
void run_scatter(const Request& request, const Hooks& hooks);

namespace table {

inline constexpr Row gathering[] = {
    {.op = "TGATHER",
     .takes = is_gather_form,
     .rules = gather_rules,
     .run = run_gather,
     .form = gather_form,
     .word_scalars = true},
    {.op = "MGATHER",
     .takes = is_table_gather_form,
     .rules = table_gather_rules,
     .run = run_table_gather,
     .form = table_gather_form},
    {.op = "MSCATTER",
     .takes = is_table_scatter_form,
     .rules = table_scatter_rules,
     .run = run_table_scatter,
     .form = table_scatter_form},
    {.op = "TGATHERB",
     .takes = is_byte_gather_form,
     .rules = byte_gather_rules,
     .run = run_byte_gather},
    {.op = "TSCATTER",
     .takes = is_scatter_form,
     .rules = scatter_rules,
     .run = run_scatter,
     .form = scatter_form},
};

}  // namespace table
}  // namespace assay::simulator
