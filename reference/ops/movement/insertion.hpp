// SPDX-License-Identifier: Apache-2.0
// What the page of TINSERT is written with, besides windows.
#pragma once

#include <vector>

#include "reference/isa/op_spec.hpp"

namespace assay::ops {

/// dst with src in its window. Other elements of its valid region are kept, but for those that
/// share a box with one of the window, which is written whole.
Result inserted();

/// Into Mat, without boxes, whole blocks of 32 bytes are moved.
Constraint whole_rows_in_mat();

std::vector<Erratum> tinsert_errata();

}  // namespace assay::ops
