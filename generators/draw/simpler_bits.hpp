// SPDX-License-Identifier: Apache-2.0
// Simpler values: neutral ones, and patterns with fewer significant bits.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <vector>

#include "reference/isa/types/element_type.hpp"

namespace assay::generators {

/// Values that show little: one, then zero.
std::vector<std::uint64_t> neutral_values(ElementType type);

/// Values below and above almost all others: neutral if a call searches the largest or
/// smallest.
std::vector<std::uint64_t> extreme_values(ElementType type);

/// Whether a pattern still does what the first one did.
using StillFails = std::function<bool(std::uint64_t bits)>;

/// Tries simpler and simpler patterns and returns the simplest that `still_fails` accepts: floats
/// with a positive sign, an exponent nearer to 0 and fewer mantissa bits; integers nearer to 0 and
/// with fewer ones. Takes about twice the logarithm of the width in bits for each of these.
std::uint64_t simplest(ElementType type, std::uint64_t bits, const StillFails& still_fails);

/// The patterns that simplest() would try next if none were accepted, the largest step first. Each
/// is simpler than `bits`.
std::vector<std::uint64_t> simpler_patterns(ElementType type, std::uint64_t bits);

/// The complexity of patterns: those that are not neutral weigh most (one weighs nothing, zero a
/// little), then negative floats, distances of exponents from 0, and ones in mantissas and
/// integers.
struct Weight {
  std::int64_t not_neutral = 0;
  std::int64_t negative = 0;
  std::int64_t exponent = 0;
  std::int64_t ones = 0;
  // NOLINTNEXTLINE(modernize-use-nullptr)
  friend auto operator<=>(const Weight&, const Weight&) = default;
  Weight& operator+=(const Weight& other);
};
Weight weight_of(ElementType type, std::uint64_t bits);

}  // namespace assay::generators
