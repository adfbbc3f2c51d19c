// SPDX-License-Identifier: Apache-2.0
// The single constraints of stores: the page says where they hold and names their sources.
#pragma once

#include <string>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// The layouts of src and dst are ND, DN or NZ and match, or src is one row or column.
Constraint stored_pair();
/// 64-bit elements are stored from ND to ND or from DN to DN only.
Constraint wide_stores();
/// Every dimension of dst, and with it the valid region of src, is positive.
Constraint positive_stores();
/// NZ views are blocks of 16 x C0 elements.
Constraint stored_blocks();
/// The contiguous dimension of a Mat store of ND or DN is a multiple of 32 bytes.
Constraint whole_stored_blocks();
/// The innermost dimension is contiguous, and pairs of 4-bit elements are never torn.
Constraint stored_runs();
/// The valid region of src has the rows and columns of the view.
Constraint stored_region();

/// Constraints of every store that no page states: no convolution tile, whole boxes, a plain
/// fractal, contiguous runs, and a region as large as the view.
Constraints common_of_stores(const std::string& page);

}  // namespace assay::ops
