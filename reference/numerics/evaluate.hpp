// SPDX-License-Identifier: Apache-2.0
// The definitions: slow, obviously right, and the last word wherever a faster way is undecided.
#pragma once

#include <cstdint>
#include <span>

#include "reference/isa/types/element_type.hpp"
#include "reference/numerics/function.hpp"
#include "reference/numerics/real.hpp"

namespace assay::numerics {

/// Value of a function of exact arguments, to 254 bits rounded to odd: exact where 254 bits hold
/// it, else cut off with the last bit set. One later rounding to any element format in any mode
/// gives what the exact value would give. Throws std::invalid_argument unless there are arity()
/// arguments.
///
/// Where MPFR and IEEE 754 part, IEEE wins; evaluate.cpp lists the places.
Real evaluate(Function function, std::span<const Real> arguments);

/// The bits of the correctly rounded value, found the other way: an enclosure at growing precision
/// until both ends round alike. Exact values and ties have an enclosure of one point at the first
/// precision that holds them. The same special cases and errors as evaluate().
std::uint64_t correctly_rounded(Function function, std::span<const Real> arguments, ElementType to,
                                RoundMode mode);

/// evaluate() in the notation of a manual page.
Real operator+(const Real& a, const Real& b);
Real operator-(const Real& a, const Real& b);
Real operator*(const Real& a, const Real& b);
Real operator/(const Real& a, const Real& b);
Real operator-(const Real& a);
Real absolute(const Real& a);
Real square_root(const Real& a);
Real reciprocal_square_root(const Real& a);
Real exponential(const Real& a);
Real logarithm(const Real& a);
Real power(const Real& a, const Real& b);

}  // namespace assay::numerics
