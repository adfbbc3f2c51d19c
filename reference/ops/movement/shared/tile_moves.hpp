// SPDX-License-Identifier: Apache-2.0
// Moves of whole tiles, by the memories that they connect.
#pragma once

#include <string>
#include <vector>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

// The constraints of each path of TMOV on dst and src.
Constraints vec_to_vec();
Constraints mat_to_operand();  ///< into Left or Right
Constraints mat_to_scales();   ///< into ScaleLeft or ScaleRight
Constraints vec_to_mat();      ///< rows into NZ or ZN
Constraints acc_to_vec_or_mat();

/// The valid region of dst has the elements of src: their bits, or their numbers where dst has
/// another type, which holds each of them.
Result moved_as_numbers();

std::vector<Ambiguity> move_ambiguities();
std::vector<std::string> move_notes();
std::vector<Erratum> tmov_errata();

}  // namespace assay::ops
