// SPDX-License-Identifier: Apache-2.0
// What the two shifts by a scalar share. Decision 021.
#pragma once

#include "reference/ops/bitwise/bitwise.hpp"
#include "reference/ops/tile_scalar/scalar_rules.hpp"

namespace assay::ops {

/// The only form; `shift` is one element, its amount the converted scalar.
Form shift_by_scalar(const std::string& page, ElementFunction shift);

/// The ambiguities that both have.
std::vector<Ambiguity> shift_ambiguities();

}  // namespace assay::ops
