// SPDX-License-Identifier: Apache-2.0
// Common parts of the two instructions that combine a tile, a scalar and a second tile on the CPU.
#pragma once

#include <string>
#include <vector>

#include "reference/ops/elementwise/fused.hpp"
#include "reference/ops/tile_scalar/scalar_constraints.hpp"

namespace assay::ops {

/// The result of one element from src0, the scalar and src1 in this order.
using Steps = PossibleBits (*)(const ElementContext& cell, const Value& a, const Value& b,
                               const Value& c);

/// dst = `steps`(src0, scalar, src1) in any reading (decision 018).
Result sum_with_scalar(Steps steps);

/// The constraints of both pages on tiles, which have one Tile type: all are in Vec or none is.
Constraints constraints_of_sum(const std::string& page);

/// Errata of both: 001 and 002.
std::vector<Erratum> errata_of_sum(const std::string& op);

/// Ambiguities of both.
std::vector<Ambiguity> sum_with_scalar_ambiguities();

/// Notes of both.
std::vector<std::string> sum_with_scalar_notes();

}  // namespace assay::ops
