// SPDX-License-Identifier: Apache-2.0
// Masks of numbers that are known within bounds, and what is selected by such masks (decision 209).
#pragma once

#include <span>

#include "reference/isa/spec/result.hpp"

namespace assay::ops {

/// Of a comparison: bits of lanes that compare so whatever the numbers are; the others are not
/// known.
KnownElements compared_branches(const Call& call, std::span<const KnownElements> before);

/// Of a selection between two tiles, and between a tile and a scalar: where a bit is not known,
/// either element.
KnownElements selected_branches(const Call& call, std::span<const KnownElements> before);

}  // namespace assay::ops
