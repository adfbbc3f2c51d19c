// SPDX-License-Identifier: Apache-2.0
// The input (a decoded element) and the output (an enclosure of the exact result).
#pragma once

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

/// Anything nonzero times a power of two.
inline Value finite(bool negative, u128 n, std::int64_t exponent) {
  const int shift = 128 - bit_length(n);
  return finite(negative, {n << shift, exponent - shift, false});
}

/// An element as a result.
inline Value value_of(const Number& number) {
  if (number.is(Kind::finite)) return finite(number.negative, number.significand, number.exponent);
  return {number.kind, number.negative, {}, {}};
}

}  // namespace assay::second_oracle
