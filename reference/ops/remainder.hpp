// SPDX-License-Identifier: Apache-2.0
// Floating-point remainders, exact or step by step as devices compute them.
#pragma once

#include "reference/ops/per_element.hpp"

namespace assay::ops {

/// How the quotient becomes whole, and so which argument gives the remainder its sign.
enum class Quotient : std::uint8_t { truncated, floored };

/// arguments[0] - whole(arguments[0] / arguments[1]) * arguments[1]: exact and rounded once on the
/// CPU, and on A5 for float where `refined` says that HIGH_PRECISION was asked for. Elsewhere the
/// documented steps are accepted as well, and what they leave open is left to the target (decision
/// 015). The sign of a zero counts for truncated quotients on the CPU alone.
Acceptable float_remainder(const ElementContext& cell, Quotient quotient, bool refined);

}  // namespace assay::ops
