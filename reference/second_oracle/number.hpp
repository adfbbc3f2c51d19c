// SPDX-License-Identifier: Apache-2.0
// The input (a decoded element) and the output (an enclosure of the exact result).
#pragma once

#include <cassert>
#include <cstdint>

#include "reference/second_oracle/integers.hpp"

namespace assay::second_oracle {

enum class Kind : std::uint8_t {
  nan,
  infinite,
  zero,
  cancelled,  ///< zero sum of opposite terms: the sign depends on the rounding mode
  finite,     ///< neither zero nor infinite
};

/// The exact value of an element: significand * 2^exponent, the top bit of the significand set.
struct Number {
  Kind kind = Kind::zero;
  bool negative = false;
  u64 significand = 0;
  std::int64_t exponent = 0;

  bool is(Kind other) const { return kind == other; }
};

/// A magnitude on or just above a point of a grid of 128 bits: significand * 2^exponent, or with
/// `more` a value strictly between that and (significand + 1) * 2^exponent. The top bit is set.
/// Every boundary of every rounding is such a point, so nothing else need be known of a magnitude.
struct Magnitude {
  u128 significand = u128{1} << 127;
  std::int64_t exponent = 0;
  bool more = false;

  friend bool operator==(const Magnitude&, const Magnitude&) = default;
};

/// An exact result, enclosed. Where low == high the value is known as well as any rounding needs.
struct Value {
  Kind kind = Kind::nan;
  bool negative = false;
  Magnitude low;
  Magnitude high;
};

inline Value nan() { return {}; }
inline Value infinity(bool negative) { return {Kind::infinite, negative, {}, {}}; }
inline Value zero(bool negative) { return {Kind::zero, negative, {}, {}}; }
inline Value cancelled() { return {Kind::cancelled, false, {}, {}}; }

inline Value finite(bool negative, const Magnitude& magnitude) {
  return {Kind::finite, negative, magnitude, magnitude};
}

/// Anything nonzero times a power of two; `more` as in Magnitude, with the low bits there are.
inline Value finite(bool negative, const Wide& n, std::int64_t exponent, bool more) {
  const int length = bit_length(n);
  assert(length > 128 || (length > 0 && !more));
  const Wide top = n << (256 - length);
  return finite(negative, {top.high(), exponent + length - 128, more || top.low() != 0});
}
inline Value finite(bool negative, u128 n, std::int64_t exponent) {
  return finite(negative, Wide::of(0, n), exponent, false);
}

/// An element as a result.
inline Value value_of(const Number& number) {
  if (number.is(Kind::finite)) return finite(number.negative, number.significand, number.exponent);
  return {number.kind, number.negative, {}, {}};
}

/// Somewhere in the open interval (significand - error, significand + error) * 2^exponent.
/// 2^124 <= significand < 2^127, 0 < error < 2^123.
inline Value enclosed(bool negative, u128 significand, u128 error, std::int64_t exponent) {
  assert(significand >> 124 != 0 && significand >> 127 == 0 && error >> 123 == 0 && error != 0);
  const u128 below = significand - error;      // what lies above this
  const u128 above = significand + error - 1;  // and below the next point
  const int low = 128 - bit_length(below);
  const int high = 128 - bit_length(above);
  // Neither is 0, as asserted.
  // NOLINTBEGIN(clang-analyzer-core.UndefinedBinaryOperatorResult)
  const u128 filled = above << high | ((u128{1} << high) - 1);
  return {Kind::finite,
          negative,
          {below << low, exponent - low, true},
          {filled, exponent - high, true}};
  // NOLINTEND(clang-analyzer-core.UndefinedBinaryOperatorResult)
}

}  // namespace assay::second_oracle
