// SPDX-License-Identifier: Apache-2.0
// Bits to numbers and results to bits, for every element type, from the bit tables of MODEL 1.1 and
// 1.4. Nothing is taken from the codecs of the first oracle.
#pragma once

#include <cstdint>

#include "reference/isa/types/element_type.hpp"
#include "reference/isa/types/function.hpp"
#include "reference/second_oracle/number.hpp"

namespace assay::second_oracle {

/// Bits above the width of the type are ignored. The zero of an integer is positive.
Number decode(ElementType type, u64 bits);

/// The conventions of numerics::encode (reference/numerics/real.hpp) for results that are not
/// finite: NaN, infinities, zeros.
u64 encode_special(ElementType type, const Value& value, RoundMode mode);

/// Where a finite nonzero magnitude lies among the codes of a type: on `inner`, or between it and
/// its neighbour `outer` with the larger magnitude. Both are codes with their signs.
struct Place {
  u64 inner = 0;
  u64 outer = 0;
  bool negative = false;
  bool inner_is_odd = false;
  bool half = false;      ///< at least half way to `outer`
  bool rest = false;      ///< beyond `inner` or, with `half`, beyond the middle
  bool overflow = false;  ///< `outer` is infinity, or is the largest value too

  friend bool operator==(const Place&, const Place&) = default;
};
Place place(ElementType type, bool negative, const Magnitude& magnitude);

/// The code that a mode selects for a place, by the same conventions: overflow, saturation, ties.
u64 choose(const Place& place, RoundMode mode);

}  // namespace assay::second_oracle
