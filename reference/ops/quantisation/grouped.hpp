// SPDX-License-Identifier: Apache-2.0
// Codes of small floats with one exponent for 32 numbers (decision 198).
#pragma once

#include <cstdint>
#include <vector>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

inline constexpr std::int64_t numbers_of_group = 32;

/// Where the numbers of a group and their exponent lie.
enum class Grouping : std::uint8_t {
  columns,      ///< 32 columns of a row; exp has a column for them
  rows,         ///< 32 rows of a column; exp has a row for them
  interleaved,  ///< the same; exp has a row for 64 rows, with two exponents for each column
};

/// The part of a page with groups.
struct GroupPage {
  const char* page;
  Grouping grouping;
};

/// Sizes and types of src, dst, exp and scratch tiles.
Constraints constraints_of_groups(const GroupPage& page);

/// exp: the exponent of the greatest size of the group, less that of the greatest code.
Result shared_exponents(Grouping grouping);
/// dst: each number over two to the power of the exponent of its group, cut at the greatest code,
/// as one of the two nearest codes.
Result grouped_codes(Grouping grouping);

/// Of sixteen groups one stays as it is, fourteen become numbers with codes or beyond all codes,
/// and one does so half of the time; otherwise it becomes finite, at times with sizes that do not
/// vanish.
void admit_groups(const Call& call, std::vector<ElementArray>& contents, Grouping grouping);

}  // namespace assay::ops
