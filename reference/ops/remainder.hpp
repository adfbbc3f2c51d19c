// SPDX-License-Identifier: Apache-2.0
// Floating-point remainders, exact or step by step.
#pragma once

#include <string>
#include <vector>

#include "reference/ops/per_element.hpp"

namespace assay::ops {

/// How the quotient becomes whole, and so which argument gives the remainder its sign.
enum class Quotient : std::uint8_t { truncated, floored };

/// arguments[0] - whole(arguments[0] / arguments[1]) * arguments[1], exact and rounded once. A zero
/// divisor is left to the target. Of floored quotients a zero has the sign of
/// Choice::remainder_zeros, and the result by an infinity of another sign is that of
/// Choice::remainder_by_infinity (decision 015).
Acceptable float_remainder(const ElementContext& cell, Quotient quotient);

/// The floored remainder, with the choices that it depends on.
Result with_floored_choices(Result remainder);

/// The results of a native quotient, its whole part, a product and a difference, each rounded to
/// f32: any result of a quotient within 2 ulp, or a range of both signs if that may cross a whole
/// number. NaN by an infinity. For errata.
Acceptable remainder_by_steps(const ElementContext& cell, Quotient quotient);

/// Cuts int32 tiles to numbers within 2^24, to which the manual limits the operands of the floored
/// remainder on A2A3.
void cut_to_24_bits(const Call& call, const std::vector<std::string>& tiles,
                    std::vector<ElementArray>& contents);

}  // namespace assay::ops
