// SPDX-License-Identifier: Apache-2.0
// Tiles that a quantisation and its inverse have in common: a matrix, and parameters of its rows.
#pragma once

#include <cstdint>
#include <string>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// Row-major without boxes, on devices in Vec; `refused` is where another layout must be refused.
Constraints quantised_matrix(const std::string& operand, const std::string& page,
                             TargetSet refused);

/// One group of parameters for each row of dst, in rows or in a column (decision 193). `refused` is
/// where other valid rows must be refused.
Constraints parameters_of_rows(const std::string& operand, const std::string& page,
                               TargetSet refused);

/// `constraints` of which the static bounds of tiles are invariants: regions follow each other.
Constraints bounded_together(Constraints constraints);

/// The tiles of parameters in one shape, with a row for each row that src may have.
Scenario parameters_in(std::string name, std::string text, BLayout layout, std::int64_t cols,
                       std::int64_t valid_cols);

}  // namespace assay::ops
