// SPDX-License-Identifier: Apache-2.0
// Sums and differences that are clamped at zero and narrowed.
#pragma once

#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {

enum class Sum : std::uint8_t { plus, minus };

/// max(src0 +- src1, 0), narrowed: float to half and half to int8 to nearest even, saturating;
/// int16 to int8 saturating. Decision 018.
Acceptable narrowed(const ElementContext& cell, Sum sum);

/// The same from floats with infinity beyond half. For errata.
Acceptable narrowed_to_infinity(const ElementContext& cell, Sum sum);

/// The same as narrowed() for every element of src0 and src1.
Result narrowed_sum(Sum sum);

/// dst is half for float, and int8 for half and for int16.
Constraint narrower_dst(const std::string& page);

/// Their ambiguities except for one each.
std::vector<Ambiguity> narrowing_ambiguities();

}  // namespace assay::ops
