// SPDX-License-Identifier: Apache-2.0
// Unsigned integers of 128 and 256 bits: all the arithmetic there is in this folder.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
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

/// 256 bits, four limbs, the lowest first. Sums, differences and left shifts wrap modulo 2^256, so
/// a two's complement works as usual.
struct Wide {
  std::array<u64, 4> limb{};

  static constexpr Wide of(u128 high, u128 low) {
    return {{lower(low), upper(low), lower(high), upper(high)}};
  }
  constexpr u128 high() const { return u128{limb[3]} << 64 | limb[2]; }
  constexpr u128 low() const { return u128{limb[1]} << 64 | limb[0]; }
  constexpr bool is_zero() const { return high() == 0 && low() == 0; }
  friend constexpr bool operator==(const Wide&, const Wide&) = default;
};

constexpr std::strong_ordering operator<=>(const Wide& a, const Wide& b) {
  if (a.high() != b.high())
    return a.high() < b.high() ? std::strong_ordering::less : std::strong_ordering::greater;
  if (a.low() == b.low()) return std::strong_ordering::equal;
  return a.low() < b.low() ? std::strong_ordering::less : std::strong_ordering::greater;
}

constexpr Wide operator+(const Wide& a, const Wide& b) {
  const u128 low = a.low() + b.low();
  return Wide::of(a.high() + b.high() + (low < a.low() ? 1 : 0), low);
}

constexpr Wide operator-(const Wide& a, const Wide& b) {
  return Wide::of(a.high() - b.high() - (a.low() < b.low() ? 1 : 0), a.low() - b.low());
}

/// Shifts by any count from 0 on.
constexpr Wide operator<<(const Wide& a, int count) {
  if (count >= 256) return {};
  if (count >= 128) return Wide::of(a.low() << (count - 128), 0);
  if (count == 0) return a;
  return Wide::of(a.high() << count | a.low() >> (128 - count), a.low() << count);
}

constexpr Wide operator>>(const Wide& a, int count) {
  if (count >= 256) return {};
  if (count >= 128) return Wide::of(0, a.high() >> (count - 128));
  if (count == 0) return a;
  return Wide::of(a.high() >> count, a.low() >> count | a.high() << (128 - count));
}

constexpr int bit_length(const Wide& a) {
  return a.high() != 0 ? 128 + bit_length(a.high()) : bit_length(a.low());
}

/// Modulo 2^256.
constexpr Wide operator*(const Wide& a, u64 factor) {
  Wide product;
  u64 carry = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const u128 part = u128{a.limb[i]} * factor + carry;
    product.limb[i] = lower(part);
    carry = upper(part);
  }
  return product;
}

/// Rounded down.
constexpr Wide operator/(const Wide& a, u64 divisor) {
  Wide quotient;
  u64 rest = 0;
  for (std::size_t i = 4; i-- > 0;) {
    const u128 part = u128{rest} << 64 | a.limb[i];
    quotient.limb[i] = lower(part / divisor);
    rest = lower(part % divisor);
  }
  return quotient;
}

/// All 256 bits of a product.
constexpr Wide multiply(u128 a, u128 b) {
  const u128 low = u128{lower(a)} * lower(b);
  const u128 middle = u128{upper(a)} * lower(b) + upper(low);
  const u128 other = u128{lower(a)} * upper(b) + lower(middle);
  const u128 high = u128{upper(a)} * upper(b) + upper(middle) + upper(other);
  return Wide::of(high, other << 64 | lower(low));
}

/// floor(a * b / 2^128).
constexpr u128 multiply_high(u128 a, u128 b) { return multiply(a, b).high(); }

}  // namespace assay::second_oracle
