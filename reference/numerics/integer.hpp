// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic on bit patterns: exact, then wrapped or saturated.
#pragma once

#include <cstdint>

#include "reference/isa/types/element_type.hpp"

namespace assay::numerics {

/// Wide enough for the exact sum, difference and product of any two elements of up to 63 bits, and
/// for sums and differences of all.
using Wide = __int128;

/// Value of an integer pattern.
Wide integer_value(ElementType type, std::uint64_t bits);

/// The low bits of a value: two's-complement wrap.
std::uint64_t wrapped(ElementType type, Wide value);

/// The nearest value of the type.
std::uint64_t saturated(ElementType type, Wide value);

/// Whether the type holds the value.
bool fits(ElementType type, Wide value);

}  // namespace assay::numerics
