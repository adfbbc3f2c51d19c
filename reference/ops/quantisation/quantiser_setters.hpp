// SPDX-License-Identifier: Apache-2.0
// Parts of the pages of instructions that set a quantisation for a later TPUSH (decision 147).
#pragma once

#include <string>
#include <vector>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// A row of descriptors in Scaling, of any element type.
Constraints rows_in_scaling(const std::string& page);
/// Nothing of `operand` changes.
Result kept(const std::string& operand);
std::vector<std::string> quantiser_setter_notes();

}  // namespace assay::ops
