// SPDX-License-Identifier: Apache-2.0
// Functions of the arguments that special() leaves to arithmetic, by FLINT: numbers of any
// precision, integers and balls. Decision 012 says why some precision always decides.
#pragma once

#include <optional>

#include "reference/isa/types/function.hpp"
#include "reference/second_oracle/number.hpp"
#include "reference/second_oracle/special.hpp"

namespace assay::second_oracle {

/// The precision of the first enclosure, and the highest that any result needs.
inline constexpr int first_precision = 48;
inline constexpr int last_precision = 1536;

/// An enclosure of function(x). That of exp, log and pow is a ball of `precision` bits; all others
/// are exact at any precision.
Value enclose(Function function, Numbers x, int precision);

/// exp, log and pow.
Value elementary(Function function, Numbers x, int precision);

/// The magnitude of a^b for |a| other than 1 if it has at most 128 bits. No other power is a
/// number at which some rounding changes.
std::optional<Magnitude> exact_power(const Number& a, const Number& b);

}  // namespace assay::second_oracle
