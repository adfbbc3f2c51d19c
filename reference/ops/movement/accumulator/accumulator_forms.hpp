// SPDX-License-Identifier: Apache-2.0
// Common parts of forms that move accumulators to other tiles without descriptors of columns.
#pragma once

#include <string>
#include <vector>

#include "reference/ops/movement/accumulator/accumulator_store.hpp"
#include "reference/ops/per_element.hpp"

namespace assay::ops {

/// A whole accumulator to Mat or Vec, in one of the types of `types`.
Constraints accumulator_move(const std::string& page, TypesOf types);
/// A window of one. The page of TEXTRACT promises to refuse breaches on A5 alone (decision 131).
Constraints accumulator_extraction(const std::string& page, TypesOf types);
/// One that is put into a window.
Constraints accumulator_insertion(const std::string& page, TypesOf types);

/// dst has another type than src, or negative elements are rectified.
Constraint changes_something();
/// preQuantScalar is a legal descriptor.
Constraints scaled_by_one();

/// Every element of dst from the element of src at its place, and scalars.
Result moved_through(const std::vector<std::string>& arguments, ElementFunction element);

}  // namespace assay::ops
