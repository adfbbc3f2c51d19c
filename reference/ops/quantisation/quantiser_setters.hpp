// SPDX-License-Identifier: Apache-2.0
// Parts of the pages of instructions that set a quantisation for a later TPUSH (decision 147).
#pragma once

#include <string>
#include <vector>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// A row of descriptors in Scaling, of any element type.
Constraints rows_in_scaling(const std::string& page);
/// Whether calls of the form set a quantisation by descriptors; whether they have descriptors of
/// their own, for which nothing that was set before counts.
bool sets_descriptors(const Form& form);
bool has_descriptors(const Form& form);
/// Nothing of `operand` changes.
Result kept(const std::string& operand);
std::vector<std::string> quantiser_setter_notes();

}  // namespace assay::ops
