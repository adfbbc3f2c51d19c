// SPDX-License-Identifier: Apache-2.0
// Codes of numbers: one scale for a row (decision 198).
#pragma once

#include <vector>

#include "reference/isa/spec/erratum.hpp"
#include "reference/isa/spec/result.hpp"

namespace assay::ops {

/// dst[i,j] = round(src[i,j] / scale[i]), plus offset[i] if there is one, saturated to the type of
/// dst. scale may be a factor instead (Choice::quantiser_scale). Nothing is promised of NaN.
Result codes_of_rows(bool with_offset);

/// Scales become positive numbers for which a row has codes of every size, offsets whole numbers of
/// the type of dst. In every fourth row the scale is a power of two, and some quotients are
/// halfway between whole numbers.
void admit_scales(const Call& call, std::vector<ElementArray>& contents);

std::vector<Erratum> tquant_errata();

}  // namespace assay::ops
