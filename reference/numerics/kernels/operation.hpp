// SPDX-License-Identifier: Apache-2.0
// The arguments of functions over arrays: an operation and packed elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "reference/isa/types/element_type.hpp"
#include "reference/numerics/function.hpp"

namespace assay::numerics {

/// One function over arrays. `from` is the type of every argument.
struct Operation {
  Function function;
  ElementType from;
  ElementType to;
  RoundMode mode = RoundMode::nearest_even;  ///< of correctly rounded results, nothing else
};

/// Packed elements as ElementArray::bytes() has them.
using Bits = std::span<const std::byte>;
using MutableBits = std::span<std::byte>;

/// How many elements there were, and how many of them the double arithmetic left undecided.
struct BatchCounts {
  std::int64_t elements = 0;
  std::int64_t escalated = 0;

  BatchCounts& operator+=(const BatchCounts& other) {
    elements += other.elements;
    escalated += other.escalated;
    return *this;
  }
};

/// The result of accepted() of real.hpp for each exact result, and the exact result as a double
/// with a relative error below 2^-43, or off by 2^-1074 (NaN as the positive quiet one).
struct AcceptedArrays {
  MutableBits value;
  MutableBits low;
  MutableBits high;
  std::span<double> exact;
};

}  // namespace assay::numerics
