// SPDX-License-Identifier: Apache-2.0
// How much of a result is pinned down: which share of its elements has one acceptable value.
#pragma once

#include <cstdint>
#include <span>

#include "reference/isa/case/case.hpp"
#include "reference/isa/spec/expected.hpp"

namespace assay {

/// A bound that counts as tight, in ulp on either side of the value.
inline constexpr double tight_ulp = 2;

/// Elements by what is acceptable there. Elements of which a page says nothing do not count; what
/// must not change is exact, and so is a mask whose lane bits are all exact.
struct Determinacy {
  std::int64_t exact = 0;
  std::int64_t tight = 0;       ///< within tight_ulp of the value
  std::int64_t wide = 0;        ///< within more
  double widest = 0;            ///< of those, ulp from the value to the farther end
  std::int64_t any_nan = 0;     ///< any NaN, and nothing else
  std::int64_t any_of = 0;      ///< two or three values
  std::int64_t open = 0;        ///< whatever comes out
  std::int64_t cases = 0;       ///< legal ones
  std::int64_t idle_cases = 0;  ///< of them, those in which every element is open

  std::int64_t elements() const { return exact + tight + wide + any_nan + any_of + open; }
  /// Share that is exact, tight or any NaN, from 0 to 1; 1 where there is no element.
  double share() const;

  /// Adds what is expected of a legal case. A text counts as one element: exact, or any-of.
  void add(std::span<const Expected> expected);
  Determinacy& operator+=(const Determinacy& other);
};

}  // namespace assay
