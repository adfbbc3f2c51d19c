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

inline constexpr Row generation[] = {
    {.op = "TTRI",
     .takes = is_triangle_form,
     .rules = triangle_rules,
     .run = run_triangle,
     .types = {triangles_of_a2a3, triangles_of_a5, triangles_of_a5},
     .int_scalars = true,
     .option = triangle_side.data()},
};

}  // namespace assay::simulator::table
