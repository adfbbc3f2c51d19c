// SPDX-License-Identifier: Apache-2.0
// Calls that tables of the manual deny a target: it may refuse them.
#pragma once

#include <functional>
#include <string>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::ops {

inline const std::string table_of_memory = "docs/isa/tile/memory-and-data-movement.md";
inline const std::string table_of_layouts = "docs/isa/tile/layout-and-rearrangement.md";

/// Floats of 8 and 4 bits in a tile or a view on the CPU, where `table` does not have them.
MayRefuse small_floats_on_cpu(const std::string& table);
/// All calls of a form that adds to memory, on the CPU.
MayRefuse atomic_stores_on_cpu();

/// Calls on the CPU with a zero among the valid elements of an operand, or with a scalar that is
/// zero as an element of dst: pages of remainders and reciprocals let the CPU simulator assert.
MayRefuse zero_divisors_on_cpu(const std::string& operand);
MayRefuse zero_scalars_on_cpu(std::function<bool(const Call&)> is_zero);

/// Windows of accumulators on A2A3: the page of TEXTRACT has Left and Right alone there, a page
/// below tile/ops has Acc to Mat.
MayRefuse windows_of_accumulators();

}  // namespace assay::ops
