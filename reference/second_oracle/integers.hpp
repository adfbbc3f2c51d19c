// SPDX-License-Identifier: Apache-2.0
// Unsigned integers of 64 and 128 bits.
#pragma once

#include <bit>
#include <cstdint>

namespace assay::second_oracle {

using u64 = std::uint64_t;
using u128 = unsigned __int128;

constexpr u64 upper(u128 n) { return static_cast<u64>(n >> 64); }
constexpr u64 lower(u128 n) { return static_cast<u64>(n); }

/// Number of bits of n; 0 for 0.
constexpr int bit_length(u128 n) {
  return upper(n) != 0 ? 128 - std::countl_zero(upper(n)) : 64 - std::countl_zero(lower(n));
}

}  // namespace assay::second_oracle
