// SPDX-License-Identifier: Apache-2.0
// Elements as doubles, for code that needs no more digits.
#pragma once

#include <cstdint>

#include "reference/isa/types/element_type.hpp"

namespace assay::numerics {

/// decode(type, bits).to_double() without a Real: exact, except 64-bit integers, which are rounded
/// to nearest even. Every NaN gives the positive quiet one.
double as_double(ElementType type, std::uint64_t bits);

}  // namespace assay::numerics
