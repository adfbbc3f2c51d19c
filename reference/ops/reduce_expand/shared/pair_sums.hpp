// SPDX-License-Identifier: Apache-2.0
// Sums of neighbours in a row.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/ops/per_element.hpp"

namespace assay::ops {

/// Element k of a row of dst is the sum of elements 2k and 2k + 1 of src0, of which one beyond the
/// valid columns counts as 0; after the sums the valid region of dst is 0.
Result pair_sums();

/// src0[row, 2 * pair] + src0[row, 2 * pair + 1], as pair_sums() has it.
Acceptable pair_sum(const Evaluation& inputs, std::int64_t row, std::int64_t pair);
void set(ExpectedTile& expected, std::int64_t index, const Acceptable& acceptable);

/// A row has a valid column. The page of reductions forbids to reduce an axis without elements, and
/// no page says whether neighbours are summed along one: no case tests it.
Constraint some_column();

std::vector<Erratum> tpairreducesum_errata();

}  // namespace assay::ops
