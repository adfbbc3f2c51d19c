// SPDX-License-Identifier: Apache-2.0
// The last word on exp, log and pow: Boost's own binary floating-point numbers, at growing
// precision.
#pragma once

#include <span>

#include "reference/isa/function.hpp"
#include "reference/second_oracle/number.hpp"

namespace assay::second_oracle {

/// Bits of precision at each level; the first has more than the first oracle's 254.
inline constexpr int precisions[] = {320, 640, 1280, 2560};
inline constexpr int levels = 4;

/// e^a, ln a or a^b for finite nonzero arguments whose result is not exact, to within 2^(64 - p) of
/// itself for the precision p of the level.
Value multiprecise(Function function, std::span<const Number> x, int level);

}  // namespace assay::second_oracle
