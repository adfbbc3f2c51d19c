// SPDX-License-Identifier: Apache-2.0
// Constraints that most pages of vector instructions share.
#pragma once

#include <string>
#include <vector>

#include "reference/isa/spec/vocabulary.hpp"

namespace assay::ops {

using Constraints = std::vector<Constraint>;

/// All lists, concatenated.
template <typename... Lists>
Constraints joined(Lists... lists) {
  Constraints all;
  (all.insert(all.end(), lists.begin(), lists.end()), ...);
  return all;
}

/// The constraints of every vector tile: Vec and row-major on devices (`enforced` says where a
/// breach is promised to be refused), no boxes there (MODEL 11), whole boxes elsewhere, valid
/// bounds within the shape.
Constraints vector_tile(const std::string& operand, const std::string& page,
                        TargetSet enforced = every_target);

/// At launch `operand` has the valid rows and columns of `as`.
Constraint equal_valid_region(const std::string& operand, const std::string& as,
                              const std::string& page, TargetSet enforced = every_target);

}  // namespace assay::ops
