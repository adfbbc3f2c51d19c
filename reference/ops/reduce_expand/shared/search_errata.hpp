// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of pages of searches; the numbers are those
// of each op.
#pragma once

#include <string>
#include <vector>

#include "reference/isa/spec/erratum.hpp"

namespace assay::ops {

/// Where in a column, numbered in the order of the list.
std::vector<Erratum> errata_of_column_search(const std::string& op, bool largest);
/// Where in a row.
std::vector<Erratum> errata_of_row_search(const std::string& op, bool largest);

}  // namespace assay::ops
