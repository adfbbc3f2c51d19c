// SPDX-License-Identifier: Apache-2.0
// Windows of accumulators, and windows that accumulators are put into.
#pragma once

#include <vector>

#include "reference/ops/per_element.hpp"

namespace assay::ops {

/// Element (i, j) of dst is element (indexRow + i, indexCol + j) of src, as `element` has it with
/// the descriptor of that column of src, with preQuantScalar, or alone, as the form has them.
Result extracted_through(ElementFunction element);

/// dst with src in its window, every element as `element` has it in the same way. What else is kept
/// is what TINSERT keeps.
Result inserted_through(ElementFunction element);

/// Contradictions between sources that do not concern the quantiser.
std::vector<Ambiguity> window_of_accumulator_ambiguities();

}  // namespace assay::ops
