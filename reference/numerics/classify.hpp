// SPDX-License-Identifier: Apache-2.0
// Questions about bit patterns that need no arithmetic.
#pragma once

#include <cstdint>

#include "reference/isa/element_type.hpp"

namespace assay::numerics {

bool is_nan(ElementType type, std::uint64_t bits);
bool is_infinite(ElementType type, std::uint64_t bits);
bool is_zero(ElementType type, std::uint64_t bits);
bool is_negative(ElementType type, std::uint64_t bits);  ///< sign bit of floats, value of integers
bool is_subnormal(ElementType type, std::uint64_t bits);

/// Position in the order of the format: -infinity lowest, -0 just below +0. Two neighbours differ by
/// one. Not for NaN and not for HiFloat8, whose codes are not ordered.
std::int64_t order_key(ElementType type, std::uint64_t bits);
std::uint64_t from_order_key(ElementType type, std::int64_t key);

/// Patterns every plan wants. Zero where the format lacks the value.
std::uint64_t quiet_nan(ElementType type);
std::uint64_t infinity(ElementType type, bool negative);
std::uint64_t largest_finite(ElementType type, bool negative);
std::uint64_t smallest_normal(ElementType type);
std::uint64_t smallest_subnormal(ElementType type);

}  // namespace assay::numerics
