// SPDX-License-Identifier: Apache-2.0
// Element bit patterns put together from fields, with integer arithmetic only.
#pragma once

#include <cstdint>

#include "reference/isa/types/element_type.hpp"

namespace assay::generators {

/// True for formats that are a sign, a biased exponent and a fraction of at least two bits; the
/// others (e8m0, HiFloat8, 4-bit floats) are drawn by code.
bool has_fields(const ElementFormat& format);

int fraction_bits(const ElementFormat& format);
std::uint64_t fraction_mask(const ElementFormat& format);
std::uint64_t exponent_mask(const ElementFormat& format);  ///< not shifted into place

/// Sign, biased exponent and fraction in place; excess bits are cut off.
std::uint64_t assemble(const ElementFormat& format, bool negative, std::uint64_t exponent,
                       std::uint64_t fraction);

std::uint64_t sign_bit(const ElementFormat& format);

/// Largest biased exponent that has finite values.
std::uint64_t top_exponent(const ElementFormat& format);
std::uint64_t largest(const ElementFormat& format, bool negative);   ///< largest finite magnitude
std::uint64_t infinite(const ElementFormat& format, bool negative);  ///< or largest
std::uint64_t not_a_number(const ElementFormat& format, bool negative, std::uint64_t payload);

/// A format's value next to or at numerator / denominator, cut toward zero; `upward` takes the next
/// larger magnitude. Beyond the range it gives the largest finite value or a zero.
struct Ratio {
  std::uint64_t numerator;    ///< below 2^40
  std::uint64_t denominator;  ///< in [1, 2^40)
};
std::uint64_t from_ratio(const ElementFormat& format, bool negative, Ratio ratio,
                         bool upward = false);

/// 2^exponent, or the nearest power of two that the format has as a normal number.
std::uint64_t power_of_two(const ElementFormat& format, bool negative, int exponent);

}  // namespace assay::generators
