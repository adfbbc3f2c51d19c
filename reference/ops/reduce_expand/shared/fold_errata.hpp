// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of pages of reductions; the numbers are
// those of each op.
#pragma once

#include <string>
#include <vector>

#include "reference/isa/spec/erratum.hpp"
#include "reference/ops/reduce_expand/shared/reduction.hpp"

namespace assay::ops {

/// An extreme of rows or columns. The numbers of all of them are in the order of the list; the last
/// ones are checks that headers of the CPU do not make.
std::vector<Erratum> errata_of_extreme(const std::string& op, Axis axis, bool largest);
std::vector<Erratum> errata_of_row_sum(const std::string& op);
std::vector<Erratum> errata_of_row_product(const std::string& op);
std::vector<Erratum> errata_of_column_sum(const std::string& op);
std::vector<Erratum> errata_of_column_product(const std::string& op);

}  // namespace assay::ops
