// SPDX-License-Identifier: Apache-2.0
// Constraints for tiles of instructions whose headers check less than their pages require, or
// elsewhere.
#pragma once

#include <string>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// The targets on which a constraint holds, and those of them on which a breach must be refused.
struct Checked {
  TargetSet on = devices;
  TargetSet refused = devices;
};

/// What a page requires of a tile in addition to the constraints of the Tile class.
struct TileConstraints {
  std::string page;
  Checked in_vec = {};
  Checked row_major = {};
};

/// Location and layout as requested, no boxes (MODEL 11), SFractalSize 512, static valid bounds
/// within the shape.
Constraints checked_tile(const std::string& operand, const TileConstraints& asked);

/// At launch `operand` has the valid rows and columns of `as`.
Constraint equal_region(const std::string& operand, const std::string& as, const std::string& page,
                        TargetSet refused);

/// At launch `operand` has as many valid rows as `as`; as many valid columns.
Constraint equal_rows(const std::string& operand, const std::string& as, const std::string& page,
                      TargetSet refused);
Constraint equal_columns(const std::string& operand, const std::string& as, const std::string& page,
                         TargetSet refused);

/// At launch `operand` has valid rows and columns. A breach empties every tile of the call, so that
/// their regions stay equal.
Constraint region_not_empty(const std::string& operand, const std::string& page, Checked where);

/// Targets outside the set.
TargetSet all_but(TargetSet targets);

}  // namespace assay::ops
