// SPDX-License-Identifier: Apache-2.0
// Common parts of bitwise logic with a scalar.
#pragma once

#include "reference/ops/bitwise/bitwise.hpp"
#include "reference/ops/tile_scalar/scalar_constraints.hpp"

namespace assay::ops {

// Floats that pass a check of the size, or the list of the fill that A2A3 begins with.
inline const vocabulary::Elements floats_to_32{ElementType::f16, ElementType::bf16,
                                               ElementType::f32};
inline const vocabulary::Elements others_to_32{
    ElementType::e4m3, ElementType::e5m2, ElementType::e8m0, ElementType::hif8, ElementType::e2m1,
    ElementType::e1m2, ElementType::f16,  ElementType::bf16, ElementType::f32};

/// dst = logic(src, scalar).
Result logic_with_scalar(Logic logic);

/// The ambiguities of the logic that takes no scratch tile.
std::vector<Ambiguity> logic_ambiguities();

/// The report above, as an ambiguity.
Ambiguity expansion_is_reported_short();

}  // namespace assay::ops
