// SPDX-License-Identifier: Apache-2.0
// What implementations are known to do instead of what pages of reductions promise; the numbers
// are those of each op.
#pragma once

#include <string>
#include <vector>

#include "reference/isa/erratum.hpp"
#include "reference/ops/reduce_expand/shared/reduction.hpp"

namespace assay::ops {

/// An extreme of rows or columns: 001 to 002, and for the greatest of columns 003.
std::vector<Erratum> errata_of_extreme(const std::string& op, Axis axis, bool largest);
/// The sum of rows: 001.
std::vector<Erratum> errata_of_row_sum(const std::string& op);
/// The sum of columns: 001 to 003.
std::vector<Erratum> errata_of_column_sum(const std::string& op);
/// The product of columns: 001.
std::vector<Erratum> errata_of_column_product(const std::string& op);

}  // namespace assay::ops
