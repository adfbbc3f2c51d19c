// SPDX-License-Identifier: Apache-2.0
// Simpler values: neutral ones, and patterns with fewer bits to look at.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "reference/isa/element_type.hpp"

namespace assay::generators {

/// Values that show little: one, then zero.
std::vector<std::uint64_t> neutral_values(ElementType type);

/// Values below and above almost all others: neutral where a call looks for the largest or
/// smallest.
std::vector<std::uint64_t> extreme_values(ElementType type);

/// Whether a pattern still does what the first one did.
using StillFails = std::function<bool(std::uint64_t bits)>;

/// Asks for ever simpler patterns and returns the simplest that `still_fails` accepts: floats with
/// a positive sign, an exponent nearer to 0 and fewer mantissa bits; integers nearer to 0 and with
/// fewer ones. Asks about twice the logarithm of the width in bits for each of these.
std::uint64_t simplest(ElementType type, std::uint64_t bits, const StillFails& still_fails);

}  // namespace assay::generators
