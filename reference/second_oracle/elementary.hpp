// SPDX-License-Identifier: Apache-2.0
// exp, log and pow in fixed point: integers of 128 and 256 bits, tables made from series of
// integers. Decision 012 derives the error bounds. Arguments are finite and not zero.
#pragma once

#include <optional>

#include "reference/second_oracle/number.hpp"

namespace assay::second_oracle {

/// e^a to within 2^-121 of itself.
Value exponential(const Number& a);

/// ln a for a > 0, to within 2^-110 of itself; 0 for a = 1.
Value logarithm(const Number& a);

/// a^b for |a| other than 1, to within 2^-90 of itself. `negative` is the sign of the result.
Value power(const Number& a, const Number& b, bool negative);

/// a^b for |a| other than 1 where it is an integer of few bits times a power of two; nothing for
/// every other a^b that has more than 66 significant bits. No other power lies on a point where
/// some rounding changes.
std::optional<Value> exact_power(const Number& a, const Number& b, bool negative);

}  // namespace assay::second_oracle
