// SPDX-License-Identifier: Apache-2.0
// Elements that are written where another tile, or a pattern, says.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/ops/page.hpp"

namespace assay::ops {

/// The column of each group of `size` that a mask pattern takes.
struct MaskGroup {
  std::int64_t size = 1;
  std::int64_t taken = 0;
};
MaskGroup group_of(const Call& call);
/// Whether a call spreads columns, and not rows.
bool along_rows(const Call& call);

/// dst, from its beginning in memory, has src[i,j] at element indexes[i,j]; any of those that have
/// one index. `rest` is what all others of the tile hold: exactly 0, or what they held.
Result scattered(Accept rest);
/// Each element of src is the taken one of a group of dst, along rows or columns. All others of the
/// tile are 0; only those of the valid region if the pattern takes all.
Result spread_by_mask();

/// Gives each element of `indexes` that has no element of dst one that the others mostly do not
/// have.
void make_targets(const Call& call, std::vector<ElementArray>& contents);

std::vector<Erratum> tscatter_errata();

}  // namespace assay::ops
