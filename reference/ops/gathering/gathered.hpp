// SPDX-License-Identifier: Apache-2.0
// Elements that a tile of indices, a pattern or a comparison selects (decision 194).
#pragma once

#include <cstdint>
#include <vector>

#include "reference/ops/page.hpp"

namespace assay::ops {

/// dst[i,j] = the element of src0 that has the number src1[i,j] in its memory.
Result picked_by_index();
/// Gives each element of src1 that is no number of a valid element of src0 one that is.
void make_numbers(const Call& call, std::vector<ElementArray>& contents);

/// Whether a pattern takes rows, and not columns.
bool takes_rows(const Call& call);
/// How many of the first `count` rows or columns a pattern takes.
std::int64_t taken_of(const Call& call, std::int64_t count);
/// The elements of the taken columns, one after the other, or the taken rows.
Result picked_by_mask();

/// dst has in each row the numbers in memory, plus offset, of the elements of that row of src0 that
/// match its threshold; cdst has how many.
std::vector<Result> matches();
/// Thresholds that the type of src0 holds, and elements that equal them.
void make_matches(const Call& call, std::vector<ElementArray>& contents);

std::vector<Erratum> tgather_errata();

}  // namespace assay::ops
