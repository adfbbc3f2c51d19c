// SPDX-License-Identifier: Apache-2.0
// Which element types an op converts into which: a matrix instead of a sentence.
#pragma once

#include <iosfwd>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::reports {

/// A source type, a destination type, and what a conversion of their values can need.
struct TypePair {
  ElementType from;
  ElementType to;
  bool may_round;     ///< some value of `from` lies between two values of `to`
  bool may_overflow;  ///< some value of `from` is beyond the largest values of `to`
};

/// The pairs that the constraints `src.element` and `dst.pair` of a form allow on a target. Empty
/// if the form has no constraint `dst.pair`, or if that looks at more than the two types.
std::vector<TypePair> type_pairs(const Form& form, Target target);

/// The matrix of each target, a row for each source type; nothing for forms without pairs.
void print_type_pairs(std::ostream& out, const Form& form);

}  // namespace assay::reports
