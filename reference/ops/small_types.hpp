// SPDX-License-Identifier: Apache-2.0
// Element types of a byte or less that are no integers of C++.
#pragma once

#include <string>
#include <vector>

#include "reference/isa/spec/constraint.hpp"
#include "reference/isa/types/target.hpp"

namespace assay::ops {

/// Those that the target has: floats of 8 and 4 bits, int4 on A2A3. A header that checks the size
/// of a type takes them.
std::vector<ElementType> small_types(Target target);

/// `list`, a list of element types of `operand` that headers check by size. Two of three breaches
/// draw one of small_types().
Constraint checked_by_size(Constraint list, const std::string& operand);

}  // namespace assay::ops
