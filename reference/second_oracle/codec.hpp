// SPDX-License-Identifier: Apache-2.0
// Bits to numbers and results to bits, for every element type, from the bit tables of MODEL 1.1 and
// 1.4. Nothing is taken from the codecs of the first oracle.
#pragma once

#include <cstdint>

#include "reference/isa/element_type.hpp"
#include "reference/isa/function.hpp"
#include "reference/second_oracle/number.hpp"

namespace assay::second_oracle {

/// Bits above the width of the type are ignored. The zero of an integer is positive.
Number decode(ElementType type, u64 bits);

/// The conventions of numerics::encode (reference/numerics/real.hpp) for results that are not
/// finite: NaN, infinities, zeros.
u64 encode_special(ElementType type, const Value& value, RoundMode mode);

/// The same conventions for a finite nonzero magnitude: overflow, saturation, ties.
u64 encode_finite(ElementType type, bool negative, const Magnitude& magnitude, RoundMode mode);

}  // namespace assay::second_oracle
