// SPDX-License-Identifier: Apache-2.0
// Parts of the pages of instructions that take settings of a TIMG2COL from a convolution tile into
// registers: such a call is taken, and changes no memory (decision 147).
#pragma once

#include <string>
#include <vector>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// The tile src, and the settings of it that some setter may read; others are left as they are.
std::vector<Operand> setter_operands();
Constraints setter_constraints(const std::string& page);
/// Nothing of the tile changes, whatever registers hold then.
Result kept_tile();
std::vector<Scenario> setter_scenarios();
std::vector<Ambiguity> setter_ambiguities();
std::vector<std::string> setter_notes();

}  // namespace assay::ops
