// SPDX-License-Identifier: Apache-2.0
// Rows of instructions that make a tile from a few numbers, or count.
#pragma once

#include "runners/simulator/rules/generation.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::table {

inline constexpr Elements triangles_of_a2a3{ASSAY_I16, ASSAY_U16, ASSAY_I32,
                                            ASSAY_U32, ASSAY_F16, ASSAY_F32};
inline constexpr Elements triangles_of_a5{ASSAY_I8,  ASSAY_U8,  ASSAY_I16, ASSAY_U16,
                                          ASSAY_I32, ASSAY_U32, ASSAY_I64, ASSAY_U64,
                                          ASSAY_F16, ASSAY_F32, ASSAY_BF16};

inline constexpr Elements sequences_of_a2a3{ASSAY_I16, ASSAY_U16,  ASSAY_I32, ASSAY_U32,
                                            ASSAY_F16, ASSAY_BF16, ASSAY_F32};
inline constexpr Elements sequences_of_a5{ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32};

inline constexpr Row generation[] = {
    {.op = "TTRI",
     .takes = is_triangle_form,
     .rules = triangle_rules,
     .run = run_triangle,
     .types = {triangles_of_a2a3, triangles_of_a5, triangles_of_a5},
     .int_scalars = true,
     .option = triangle_side.data()},
    {.op = "TCI",
     .takes = is_sequence_form,
     .rules = sequence_rules,
     .run = run_sequence,
     .types = {sequences_of_a2a3, sequences_of_a5, sequences_of_a2a3},
     .form = sequence_form,
     .option = sequence_direction.data()},
    {.op = "THISTOGRAM", .takes = is_count_form, .rules = count_rules, .run = run_counts},
    {.op = "TRANDOM",
     .takes = is_random_form,
     .rules = random_rules,
     .run = run_random,
     .word_scalars = true,
     .option = random_rounds.data()},
};

}  // namespace assay::simulator::table
