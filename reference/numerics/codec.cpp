// SPDX-License-Identifier: Apache-2.0
// Bits to exact value, exact value to bits: one integer rounding, in every mode and format.
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

#include "reference/numerics/as_double.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/ladder.hpp"
#include "reference/numerics/real.hpp"
#include "reference/numerics/real_access.hpp"

namespace assay::numerics {
namespace {

/// A finite magnitude in [2^(exponent-1), 2^exponent): its first 64 bits, and the next 64 with
/// everything that follows them or-ed into the last.
struct Magnitude {
  std::uint64_t top;
  std::uint64_t tail;
  std::int64_t exponent;
};

Magnitude magnitude_of(const Real& value) {
  static_assert(GMP_NUMB_BITS == 64);
  mpfr_srcptr number = RealAccess::big(value).backend().data();
  const std::int64_t count = (mpfr_get_prec(number) + 63) / 64;
  const auto* limbs = static_cast<const mp_limb_t*>(mpfr_custom_get_significand(number));
  assert(count >= 2);
  std::uint64_t sticky = 0;
  for (std::int64_t i = 0; i < count - 2; ++i) sticky |= limbs[i];
  return {limbs[count - 1], limbs[count - 2] | (sticky != 0 ? 1U : 0U), mpfr_get_exp(number)};
}

/// A magnitude in units of 2^quantum: its whole part, and what was cut off.
struct Cut {
  std::uint64_t whole;
  bool half;  ///< at least half a unit cut off
  bool rest;  ///< more than zero or, with `half`, more than half a unit

  bool exact() const { return !half && !rest; }
};

Cut cut(const Magnitude& magnitude, std::int64_t quantum) {
  const std::int64_t bits = magnitude.exponent - quantum;  // of the whole part
  assert(bits <= 64);
  if (bits < 0) return {0, false, true};
  const std::uint64_t whole = bits == 0 ? 0 : magnitude.top >> (64 - bits);
  if (bits == 64) return {whole, magnitude.tail >> 63 != 0, magnitude.tail << 1 != 0};
  const std::uint64_t fraction = magnitude.top << bits;
  return {whole, fraction >> 63 != 0, (fraction << 1 | magnitude.tail) != 0};
}

/// Whether the larger of the two neighbouring magnitudes is taken; `odd` is about the smaller
/// one.
bool rounds_up(RoundMode mode, bool negative, bool odd, const Cut& cut) {
  if (cut.exact()) return false;
  switch (mode) {
    case RoundMode::nearest_even:
      return cut.half && (cut.rest || odd);
    case RoundMode::nearest_away:
      return cut.half;
    case RoundMode::floor:
      return negative;
    case RoundMode::ceil:
      return !negative;
    case RoundMode::toward_zero:
      return false;
    case RoundMode::odd:
      return !odd;
  }
  return false;
}

std::uint64_t overflowed(ElementType type, bool negative, RoundMode mode) {
  const bool to_infinity = mode == RoundMode::nearest_even || mode == RoundMode::nearest_away ||
                           mode == (negative ? RoundMode::floor : RoundMode::ceil);
  if (to_infinity && format_of(type).has_infinity) return infinity(type, negative);
  return largest_finite(type, negative);
}

std::uint64_t encode_float(ElementType type, const Real& value, RoundMode mode) {
  const bool negative = value.is_negative();
  const std::int64_t negative_zero = type == ElementType::hif8 ? 0 : -1;
  if (type == ElementType::e8m0 && (negative || value.is_zero())) return 0;
  if (value.is_zero()) return from_order_key(type, negative ? negative_zero : 0);
  const Magnitude magnitude = magnitude_of(value);
  const std::int64_t exponent = magnitude.exponent - 1;
  if (exponent > ladder::highest_binade(type)) return overflowed(type, negative, mode);
  const ladder::Binade binade = ladder::binade(type, exponent);
  const Cut part = cut(magnitude, binade.quantum);
  std::int64_t rung = binade.base + static_cast<std::int64_t>(part.whole);
  // A rung is odd exactly when the last bit of the significand is, in HiFloat8 too.
  if (rounds_up(mode, negative, rung % 2 != 0, part)) ++rung;
  if (type == ElementType::e8m0 && rung < 0) rung = 0;
  const std::int64_t largest = ladder::largest_rung(type);
  if (rung > largest) return overflowed(type, negative, mode);
  return from_order_key(type, negative ? negative_zero - rung : rung);
}

std::uint64_t encode_integer(ElementType type, const Real& value, RoundMode mode) {
  const bool negative = value.is_negative();
  if (value.is_zero()) return 0;
  const Magnitude magnitude = magnitude_of(value);
  if (magnitude.exponent > 64) return largest_finite(type, negative);
  const Cut part = cut(magnitude, 0);
  std::uint64_t whole = part.whole;
  if (rounds_up(mode, negative, whole % 2 != 0, part)) {
    if (whole == std::numeric_limits<std::uint64_t>::max()) return largest_finite(type, negative);
    ++whole;
  }
  const std::uint64_t extreme =
      largest_finite(type, negative);  // two's complement: -2^(n-1) is 2^(n-1)
  if (whole > extreme) return extreme;
  return (negative ? 0 - whole : whole) & mask_of(type);
}

/// How many steps a finite float is away from the zero of its sign.
std::int64_t rung_of(ElementType type, std::uint64_t bits) {
  const std::int64_t key = order_key(type, bits);
  if (!is_negative(type, bits)) return key;
  return type == ElementType::hif8 ? -key : -key - 1;
}

}  // namespace

Real decode(ElementType type, std::uint64_t bits) {
  bits &= mask_of(type);
  const bool negative = is_negative(type, bits);
  if (is_integer(type)) {
    if (!is_signed(type)) return Real(bits);
    return Real(order_key(type, bits));
  }
  if (is_nan(type, bits)) return Real::nan();
  if (is_infinite(type, bits)) return Real::infinity(negative);
  const ladder::Scaled scaled = ladder::value_of_rung(type, rung_of(type, bits));
  return make_scaled(negative, scaled.n, scaled.quantum);
}

double as_double(ElementType type, std::uint64_t bits) {
  bits &= mask_of(type);
  if (is_integer(type)) {
    return is_signed(type) ? static_cast<double>(order_key(type, bits)) : static_cast<double>(bits);
  }
  if (is_nan(type, bits)) return std::numeric_limits<double>::quiet_NaN();
  if (type == ElementType::f32) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  const bool negative = is_negative(type, bits);
  const double sign = negative ? -1 : 1;
  if (is_infinite(type, bits)) return sign * std::numeric_limits<double>::infinity();
  const ladder::Scaled scaled = ladder::value_of_rung(type, rung_of(type, bits));
  return sign * std::ldexp(static_cast<double>(scaled.n), scaled.quantum);
}

std::uint64_t encode(ElementType type, const Real& value, RoundMode mode) {
  if (value.is_nan()) return quiet_nan(type);
  if (value.is_infinite()) {
    if (format_of(type).has_infinity) return infinity(type, value.is_negative());
    return largest_finite(type, value.is_negative());
  }
  return is_float(type) ? encode_float(type, value, mode) : encode_integer(type, value, mode);
}

std::optional<std::uint64_t> convert(ElementType from, std::uint64_t bits, ElementType to) {
  bits &= mask_of(from);
  if (from == to) return bits;
  if (is_float(to)) return encode(to, decode(from, bits), RoundMode::nearest_even);
  if (is_integer(from)) {
    const auto value = is_signed(from) ? static_cast<std::uint64_t>(order_key(from, bits)) : bits;
    return value & mask_of(to);
  }
  const Real value = decode(from, bits);
  if (value.is_nan() || value.is_infinite()) return std::nullopt;
  // Truncation moves a value by less than 1, saturation of a truncated one that is out of range by
  // at least 1.
  const std::uint64_t result = encode(to, value, RoundMode::toward_zero);
  const Big error = RealAccess::big(value) - RealAccess::big(decode(to, result));
  if (abs(error) >= 1) return std::nullopt;
  return result;
}

}  // namespace assay::numerics
