// SPDX-License-Identifier: Apache-2.0
// The bit tables of MODEL 1.1 and 1.4 as this folder reads them. Private to it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "reference/isa/types/element_type.hpp"
#include "reference/second_oracle/integers.hpp"

namespace assay::second_oracle {

/// s1 eE mM with subnormals, and what the codes with the highest exponent mean.
struct Fields {
  int exponent;
  int mantissa;
  int bias;
  enum class Top { numbers, last_is_nan, infinity_and_nans } top;

  constexpr u64 sign_bit() const { return u64{1} << (exponent + mantissa); }
  constexpr u64 exponent_mask() const { return (u64{1} << exponent) - 1; }
  constexpr u64 mantissa_mask() const { return (u64{1} << mantissa) - 1; }
  /// Code of infinity, where `top` says that there is one.
  constexpr u64 infinity() const { return exponent_mask() << mantissa; }
};

/// Nothing for integers, e8m0 and HiFloat8.
constexpr std::optional<Fields> fields_of(ElementType type) {
  using enum Fields::Top;
  switch (type) {
    case ElementType::f64:
      return Fields{11, 52, 1023, infinity_and_nans};
    case ElementType::f32:
      return Fields{8, 23, 127, infinity_and_nans};
    case ElementType::f16:
      return Fields{5, 10, 15, infinity_and_nans};
    case ElementType::bf16:
      return Fields{8, 7, 127, infinity_and_nans};
    case ElementType::e4m3:
      return Fields{4, 3, 7, last_is_nan};
    case ElementType::e5m2:
      return Fields{5, 2, 15, infinity_and_nans};
    case ElementType::e2m1:
      return Fields{2, 1, 1, numbers};
    case ElementType::e1m2:
      return Fields{1, 2, 1, numbers};
    default:
      return std::nullopt;
  }
}

/// Width, and whether in two's complement.
struct IntegerFormat {
  int bits;
  bool is_signed;

  constexpr u64 mask() const { return ~u64{0} >> (64 - bits); }
  /// Of the most positive and of the most negative value.
  constexpr u64 largest_magnitude(bool negative) const {
    if (!is_signed) return negative ? 0 : mask();
    return negative ? mask() / 2 + 1 : mask() / 2;
  }
};

/// Nothing for floating-point types.
constexpr std::optional<IntegerFormat> integer_format_of(ElementType type) {
  switch (type) {
    case ElementType::i4:
      return IntegerFormat{4, true};
    case ElementType::i8:
      return IntegerFormat{8, true};
    case ElementType::u8:
      return IntegerFormat{8, false};
    case ElementType::i16:
      return IntegerFormat{16, true};
    case ElementType::u16:
      return IntegerFormat{16, false};
    case ElementType::i32:
      return IntegerFormat{32, true};
    case ElementType::u32:
      return IntegerFormat{32, false};
    case ElementType::i64:
      return IntegerFormat{64, true};
    case ElementType::u64:
      return IntegerFormat{64, false};
    default:
      return std::nullopt;
  }
}

/// significand * 2^exponent, not normalised.
struct Scaled {
  u64 significand = 0;
  int exponent = 0;
};

/// Of the codes that are no NaN, as if infinity were the next number.
constexpr Scaled ieee_magnitude(const Fields& fields, u64 code) {
  const u64 mantissa = code & fields.mantissa_mask();
  const int exponent = static_cast<int>(code >> fields.mantissa & fields.exponent_mask());
  const int lowest = 1 - fields.bias - fields.mantissa;
  if (exponent == 0) return {mantissa, lowest};
  return {mantissa | u64{1} << fields.mantissa, lowest + exponent - 1};
}

inline constexpr u64 hif8_sign = 0x80;
inline constexpr u64 hif8_nan = 0x80;
inline constexpr u64 hif8_infinity = 0x6F;

/// MODEL 1.4: the prefix says how many bits of exponent follow, the rest is mantissa. The exponent
/// is sign and magnitude, the magnitude has a leading one that is not stored.
constexpr Scaled hif8_magnitude(u64 code) {
  code &= 0x7F;
  if (code >> 3 == 0) return code == 0 ? Scaled{0, 0} : Scaled{1, static_cast<int>(code) - 23};
  const int width = code >> 5 != 0 ? static_cast<int>(code >> 5) + 1 : code >> 4 != 0 ? 1 : 0;
  const int mantissa_bits = width == 4 ? 1 : width == 3 ? 2 : 3;
  const u64 mantissa = code & ((u64{1} << mantissa_bits) - 1);
  int exponent = 0;
  if (width > 0) {
    const u64 field = code >> mantissa_bits & ((u64{1} << width) - 1);
    const u64 stored = field & ((u64{1} << (width - 1)) - 1);
    exponent = static_cast<int>(stored | u64{1} << (width - 1));
    if (field >> (width - 1) != 0) exponent = -exponent;
  }
  return {mantissa | u64{1} << mantissa_bits, exponent - mantissa_bits};
}

}  // namespace assay::second_oracle
