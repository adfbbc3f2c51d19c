// SPDX-License-Identifier: Apache-2.0
// Terms of a sum, how they may be added, and what may come out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "reference/isa/call/contents.hpp"
#include "reference/isa/types/element_type.hpp"

namespace assay::numerics {

/// `count` elements of packed storage, `stride` apart, from number `first` on: a row, a column or
/// all of a tile. What it views must live as long as it is used.
struct Terms {
  ElementType type;
  std::span<const std::byte> bits;
  std::int64_t count = 0;
  std::int64_t first = 0;
  std::int64_t stride = 1;

  std::uint64_t operator[](std::int64_t index) const {
    return load_element(bits, type, first + index * stride);
  }
};

/// The documented way: additions (or multiplications) in `accumulator` or a wider format, the
/// result stored as `result`. Both are f32, f16 or bf16; std::invalid_argument for others.
struct Accumulation {
  ElementType accumulator;
  ElementType result;
  bool flushes = false;  ///< of products: results below the normal numbers may become zero
};

/// The possible results of legal evaluations. Every number that one of them gives is within [low,
/// high] in the order of the format, -0 below +0.
struct Enclosure {
  std::uint64_t value =
      0;  ///< the exact result rounded to nearest even; the quiet NaN if it is NaN
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool number = true;  ///< some legal evaluation may give a number; else low and high are `value`
  bool nan = false;    ///< some legal evaluation may give NaN
  bool escalated = false;  ///< double arithmetic was not enough for `value` and `exact`
  double exact = 0;        ///< the exact result as a double, relative error below 2^-35

  bool is_point() const { return low == high && !nan; }
  friend bool operator==(const Enclosure&, const Enclosure&) = default;
};

}  // namespace assay::numerics
