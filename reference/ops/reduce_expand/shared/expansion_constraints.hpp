// SPDX-License-Identifier: Apache-2.0
// Constraints of tiles that are spread over others.
#pragma once

#include <string>

#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {

/// The role of each operand in a form.
struct Roles {
  std::string full;    ///< has the shape of dst
  std::string spread;  ///< counts for many elements of it
};

inline const Roles src1_is_spread{.full = "src0", .spread = "src1"};
inline const Roles src0_is_spread{.full = "src1", .spread = "src0"};

/// Element types as the page lists them for the full operand. `compared` is where the page requires
/// the same type for all tiles.
Constraints expansion_types_constraints(const Roles& roles, const Types& types,
                                        const std::string& page, TargetSet compared);

/// The spread tile holds one value for each row of dst (column-major, one valid column) or one
/// block of 32 bytes (row-major): `valid columns` and layout go together.
Constraint one_value_or_block(const std::string& spread, const std::string& page);
/// On A2A3 forms with tmp take one value for each row, no blocks.
Constraint one_value_with_tmp(const std::string& spread, const std::string& page);
/// tmp holds 256 bytes for every eight rows of dst, 7680 bytes from 256 rows on.
Constraint room_for_rows(const std::string& page);
/// The spread tile does not have the valid columns of dst, or it would be taken for the full one.
Constraint not_like_dst(const std::string& spread, const std::string& page);
/// Where one row is spread over all: the full operand has the valid region of dst, the other one
/// its valid columns.
Constraint as_large_as_dst(const std::string& full, const std::string& page);
Constraint one_value_for_each_column(const std::string& spread, const std::string& page);

}  // namespace assay::ops
