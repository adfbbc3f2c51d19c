// SPDX-License-Identifier: Apache-2.0
// What bitwise logic with a scalar shares.
#pragma once

#include "reference/ops/bitwise/bitwise.hpp"
#include "reference/ops/tile_scalar/scalar_constraints.hpp"

namespace assay::ops {

// Floats that pass a check of the size, or the list of the fill that A2A3 begins with.
inline const vocabulary::Elements floats_to_32{ElementType::f16, ElementType::bf16,
                                               ElementType::f32};
inline const vocabulary::Elements others_to_32{
    ElementType::i4,   ElementType::e4m3, ElementType::e5m2, ElementType::e8m0, ElementType::hif8,
    ElementType::e2m1, ElementType::e1m2, ElementType::f16,  ElementType::bf16, ElementType::f32};

/// dst = logic(src, scalar). On A2A3 the scalar is reported to reach only the first valid_rows *
/// valid_cols elements of a tile with a static ValidCol below Cols (decision 003); what stands in
/// dst beyond them takes its place, and either result is accepted.
Result logic_with_scalar(Logic logic);

/// Whether that report concerns an element of the tile.
bool expansion_misses(const Call& call, const std::string& tile, std::int64_t row,
                      std::int64_t col);

/// The ambiguities of the logic that takes no scratch tile.
std::vector<Ambiguity> logic_ambiguities();

/// The report above, as an ambiguity.
Ambiguity expansion_is_reported_short();

}  // namespace assay::ops
