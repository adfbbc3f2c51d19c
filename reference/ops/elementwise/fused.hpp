// SPDX-License-Identifier: Apache-2.0
// Instructions of more than one step: what may be rounded in between, and what a clamp at zero does
// to NaN and -0 (decision 018).
#pragma once

#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {

/// dst where the instruction reads it too.
inline const Operand accumulator{"dst", Role::in_out, OperandKind::tile};

/// Results of a float instruction in one of several legal orders of rounding, or of an integer one;
/// the first is what the manual says.
using PossibleBits = std::vector<std::uint64_t>;

/// a * b + c, rounded once. Integers wrap.
PossibleBits multiply_add(const ElementContext& cell, const Value& a, const Value& b,
                          const Value& c);
/// The same, or rounded after each step; for 16-bit floats also with both steps in f32. For errata.
PossibleBits multiply_then_add(const ElementContext& cell, const Value& a, const Value& b,
                               const Value& c);
/// One of these, by Choice::product_and_sum.
PossibleBits multiply_and_add(const ElementContext& cell, const Value& a, const Value& b,
                              const Value& c);

/// (a + b) + c, rounded after each step, of 16-bit floats in their type or in f32
/// (Choice::sums_of_three). Integers wrap.
PossibleBits add_add(const ElementContext& cell, const Value& a, const Value& b, const Value& c);
/// (a - b) + c.
PossibleBits subtract_add(const ElementContext& cell, const Value& a, const Value& b,
                          const Value& c);

/// (a - b) * c of floats, rounded after each step; a may be an integer.
PossibleBits subtract_multiply(const ElementContext& cell, const Value& a, const Value& b,
                               const Value& c);

/// The values that any of the readings, in the type of the destination, allows.
Acceptable any_reading(const ElementContext& cell, const PossibleBits& readings);

/// The same after negative readings, -0 among them, became +0. A NaN stays one.
Acceptable clamped_reading(const ElementContext& cell, const PossibleBits& readings);

}  // namespace assay::ops
