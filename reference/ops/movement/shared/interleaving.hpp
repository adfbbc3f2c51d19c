// SPDX-License-Identifier: Apache-2.0
// Common parts of pages that interleave two streams of elements, or separate them.
#pragma once

#include <string>
#include <vector>

#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/movement/shared/moved.hpp"

namespace assay::ops {

inline const Operand dst0{"dst0", Role::output, OperandKind::tile};
inline const Operand dst1{"dst1", Role::output, OperandKind::tile};

/// Elements, places and layouts of tiles of which the first leads; others may have their types.
Constraints woven_tiles(const std::vector<std::string>& tiles, const std::string& page);
/// Every tile has the valid region of the first, whose valid columns are even.
Constraints woven_regions(const std::vector<std::string>& tiles, const std::string& page);
/// `operand` has half the valid columns of src, and its valid rows.
Constraint half_as_wide(const std::string& operand);
/// A row of src holds 512 bytes.
Constraint two_registers_wide();

/// Where the first or the second half of the woven rows of src0 and src1 comes from.
OriginsIn woven(bool second_half);

/// "odd half", "wide": an odd number of pairs, and more than a register of them.
std::vector<Scenario> interleaving_scenarios(const std::vector<std::string>& tiles);

}  // namespace assay::ops
