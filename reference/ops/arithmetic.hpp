// SPDX-License-Identifier: Apache-2.0
// Element functions of arithmetic that pages with tiles and pages with scalars share.
//
// Each takes its arguments in the order of the page's list, all of the destination's element type:
// a page whose scalar has a type of its own converts it first. Decisions 014 to 016 say where each
// formula comes from.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/numerics/integer.hpp"
#include "reference/ops/per_element.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {

/// What an integer result beyond the range of its type may be: wrapped on the CPU and for 64 bits,
/// wrapped or saturated elsewhere (decision 014). A value within the range is exact.
Acceptable overflowing(const ElementContext& cell, numerics::Wide value);

// Integers alone.
Acceptable integer_sum(const ElementContext& cell);
Acceptable integer_difference(const ElementContext& cell);
Acceptable integer_product(const ElementContext& cell);
/// Negated argument: unsigned values wrap everywhere.
Acceptable integer_negation(const ElementContext& cell);
/// Truncated toward zero; 0 for a zero divisor of 64 bits on A5, left to the target otherwise.
Acceptable integer_quotient(const ElementContext& cell);
/// Sign of the dividend. A zero divisor as in integer_quotient.
Acceptable integer_truncated_remainder(const ElementContext& cell);
/// Sign of the divisor; for 64 bits on A5 that of the dividend as well. On A2A3 arguments pass
/// through f32: above 2^24 the result is left to the target.
Acceptable integer_floored_remainder(const ElementContext& cell);

// Integers and floats.
/// arguments[0] or arguments[1]. NaN and zeros of both signs as decision 016 says.
Acceptable smaller(const ElementContext& cell);
Acceptable larger(const ElementContext& cell);
/// arguments[0], or zero where that is negative. NaN and -0 as decision 016 says.
Acceptable rectified(const ElementContext& cell);

/// An interval cut where it passes zero, for functions that do not: results keep the sign of the
/// value.
Acceptable of_one_sign(ElementType to, Acceptable acceptable);

/// `acceptable`, and zero where it reaches into the subnormal numbers (decision 017); nothing in
/// between.
Acceptable or_zero(ElementType to, Acceptable acceptable);

/// Any one of several readings of a float, at most three different ones, the manual's first: any
/// NaN where all are NaN, left to the target where some are.
Acceptable any_reading(ElementType to, std::vector<std::uint64_t> bits);

/// `function` where A5 gets to, for instructions whose 64-bit path handles one vector pair a row:
/// from column 64 on the result is left to the target (decision 015).
ElementFunction first_64_columns_on_a5(ElementFunction function);

/// The algorithm that PrecisionType selects. Accuracy profiles know forms, not attributes, so a
/// page has one form per value: "plain" for DEFAULT and "precise" for HIGH_PRECISION.
Attribute precision_type(std::string value);

/// The elements of `result` for which `open` holds are left to the target; `result` gives a tile.
/// `arguments` are what `open` sees.
Result left_open(Result result, std::vector<Argument> arguments,
                 std::function<bool(const ElementContext&)> open);

/// Makes contents harmless on the CPU, whose headers divide as C++ does: in the valid region a zero
/// of `divisor` becomes 1, and where both are integers of 32 bits or more a most negative
/// `dividend` over -1 becomes its neighbour. `dividend` may be empty: then there is nothing to
/// overflow. Floats keep their zeros unless `floats` is set (the header asserts).
struct Division {
  std::string dividend;
  std::string divisor;
  bool floats = false;
};
std::function<void(const Call&, std::vector<ElementArray>&)> without_traps(Division division);

}  // namespace assay::ops
