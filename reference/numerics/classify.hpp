// SPDX-License-Identifier: Apache-2.0
// Questions about bit patterns that need no arithmetic.
#pragma once

#include <cstdint>

#include "reference/isa/element_type.hpp"

namespace assay::numerics {

/// Bits above the width of the type are ignored, here and in every function of this folder.
bool is_nan(ElementType type, std::uint64_t bits);
bool is_infinite(ElementType type, std::uint64_t bits);
bool is_zero(ElementType type, std::uint64_t bits);
/// Sign bit of floats, value of integers. e8m0 has no sign bit.
bool is_negative(ElementType type, std::uint64_t bits);
/// Nonzero and below the smallest normal. HiFloat8: the codes that MODEL section 1.4 calls
/// denormal.
bool is_subnormal(ElementType type, std::uint64_t bits);

/// Position in the order of the format: -infinity lowest. Two neighbours differ by one. Formats
/// with two zeros have -1 for -0 and 0 for +0; HiFloat8 has one zero, with key 0; integers count
/// from their zero, u64 from 2^63. Not for NaN; the way back not for keys beyond the infinities or
/// extremes.
std::int64_t order_key(ElementType type, std::uint64_t bits);
std::uint64_t from_order_key(ElementType type, std::int64_t key);

/// Patterns every plan wants. Zero where the format lacks the value: no NaN (integers, 4-bit
/// floats), no infinity (also e4m3, e8m0), no negative sign (e8m0), no subnormals (integers, e8m0).
/// The largest and the most negative value of an integer; smallest_normal of an integer is 1.
std::uint64_t quiet_nan(ElementType type);
std::uint64_t infinity(ElementType type, bool negative);
std::uint64_t largest_finite(ElementType type, bool negative);
std::uint64_t smallest_normal(ElementType type);
std::uint64_t smallest_subnormal(ElementType type);

}  // namespace assay::numerics
