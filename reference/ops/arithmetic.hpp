// SPDX-License-Identifier: Apache-2.0
// Element functions of arithmetic that pages with tiles and pages with scalars share.
//
// Each takes its arguments in the order of the page's list, all of the destination's element type:
// a page whose scalar has another type converts it first. Decisions 014 to 016 give the source of
// each formula.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/numerics/integer.hpp"
#include "reference/ops/per_element.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {

/// An integer result: it wraps beyond the range of its type (decision 014).
Acceptable overflowing(const ElementContext& cell, numerics::Wide value);

// Integers alone.
Acceptable integer_sum(const ElementContext& cell);
Acceptable integer_difference(const ElementContext& cell);
Acceptable integer_product(const ElementContext& cell);
/// Negated argument.
Acceptable integer_negation(const ElementContext& cell);
/// Truncated toward zero. Over zero, and where the lowest number over -1 overflows, left to the
/// target (decision 015).
Acceptable integer_quotient(const ElementContext& cell);
/// Sign of the dividend. A zero divisor as in integer_quotient.
Acceptable integer_truncated_remainder(const ElementContext& cell);
/// Sign of the divisor. A zero divisor as in integer_quotient, and left to the target on A2A3 where
/// an argument is beyond 2^24, which the manual excludes there.
Acceptable integer_floored_remainder(const ElementContext& cell);

/// rounded() of arguments with explicit placements.
Result rounded(Function function, const std::vector<Argument>& arguments, std::string accuracy);

// Integers as above, floats rounded once within the tolerance of "add", "subtract" and "multiply".
Result sum(const std::vector<Argument>& arguments);
Result difference(const std::vector<Argument>& arguments);
Result product(const std::vector<Argument>& arguments);

// Integers and floats.
/// arguments[0] or arguments[1]. NaN and zeros of both signs as decision 016 says.
Acceptable smaller(const ElementContext& cell);
Acceptable larger(const ElementContext& cell);
/// arguments[0], or zero where that is negative. NaN and -0 as decision 016 says.
Acceptable rectified(const ElementContext& cell);

/// The larger or smaller of two elements, with the choices that pages leave there.
Result extreme_of_two(std::vector<Argument> arguments, bool largest);
/// A result whose integers may be beyond their type (Choice::integer_overflow).
Result with_overflow(Result result);

/// An interval cut where it passes zero, for functions that do not: results keep the sign of the
/// value.
Acceptable of_one_sign(ElementType to, Acceptable acceptable);

/// `acceptable`, and zero where it reaches into the subnormal numbers (decision 017); nothing in
/// between.
Acceptable or_zero(ElementType to, Acceptable acceptable);

/// Any one of several readings of a float, at most three different ones, the manual's first: any
/// NaN where all are NaN, left to the target where some are.
Acceptable any_reading(ElementType to, std::vector<std::uint64_t> bits);

/// The algorithm that PrecisionType selects. Accuracy profiles know forms, not attributes, so a
/// page has one form per value: "plain" for DEFAULT and "precise" for HIGH_PRECISION.
Attribute precision_type(std::string value);

/// The elements of `result` for which `open` holds are left to the target; `result` gives a tile.
/// `arguments` are what `open` sees.
Result left_open(Result result, std::vector<Argument> arguments,
                 std::function<bool(const ElementContext&)> open);

/// Operands of a quotient; `dividend` may be empty: then there is nothing to overflow.
struct Division {
  std::string dividend;
  std::string divisor;
};

/// Makes contents harmless in three calls of four: in the valid region a zero of `divisor` becomes
/// 1, and if both are integers of 32 bits or more a lowest `dividend` over -1 its neighbour. They
/// are legal, but nothing is promised of them, and a process that crashes at one leaves everything
/// else uncompared.
std::function<void(const Call&, std::vector<ElementArray>&)> seldom_open(Division division);

}  // namespace assay::ops
