// SPDX-License-Identifier: Apache-2.0
// Questions about bit patterns that need no arithmetic.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "reference/isa/types/element_type.hpp"

namespace assay::numerics {

/// HiFloat8 has its specials where other formats have -0 and a number (MODEL section 1.4).
inline constexpr std::uint64_t hif8_nan = 0x80;
inline constexpr std::uint64_t hif8_infinity = 0x6F;

/// Masks and landmarks of bit patterns that define the classes of one format.
struct ElementClasses {
  std::uint64_t sign = 0;                  ///< the bit; 0 for integers and e8m0
  std::uint64_t magnitude = 0;             ///< all bits but the sign
  std::uint64_t infinity = 0;              ///< its magnitude, 0 if the format has none
  std::uint64_t last = ~std::uint64_t{0};  ///< NaN where the magnitude is greater
  /// Magnitude of the smallest normal number; 0 without subnormal ones, and of hif8, whose
  /// magnitudes are in no order.
  std::uint64_t normal = 0;
};

constexpr ElementClasses make_element_classes(const ElementFormat& format) {
  ElementClasses classes;
  const std::uint64_t mask = mask_of(format.type);
  if (is_float(format.type) && format.type != ElementType::e8m0) classes.sign = mask ^ mask >> 1;
  classes.magnitude = mask & ~classes.sign;
  if (format.type == ElementType::hif8) {
    classes.infinity = hif8_infinity;
    return classes;
  }
  const int fraction = format.precision - 1;
  if (fraction > 0 && classes.sign != 0) classes.normal = std::uint64_t{1} << fraction;
  if (format.has_infinity) classes.infinity = classes.magnitude >> fraction << fraction;
  if (format.has_nan) {
    classes.last = format.has_infinity ? classes.infinity : classes.magnitude - 1;
  }
  return classes;
}

inline constexpr auto element_classes = [] {
  std::array<ElementClasses, element_formats.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = make_element_classes(element_formats[i]);
  return all;
}();

constexpr const ElementClasses& classes_of(ElementType type) {
  return element_classes[static_cast<std::size_t>(type)];
}

/// Bits above the width of the type are ignored, here and in every function of this folder.
constexpr bool is_nan(ElementType type, std::uint64_t bits) {
  if (type == ElementType::hif8) return (bits & mask_of(type)) == hif8_nan;
  const ElementClasses& classes = classes_of(type);
  return (bits & classes.magnitude) > classes.last;
}
constexpr bool is_infinite(ElementType type, std::uint64_t bits) {
  const ElementClasses& classes = classes_of(type);
  return classes.infinity != 0 && (bits & classes.magnitude) == classes.infinity;
}
constexpr bool is_zero(ElementType type, std::uint64_t bits) {
  if (type == ElementType::e8m0 || is_nan(type, bits)) return false;
  return (bits & classes_of(type).magnitude) == 0;
}
/// Sign bit of floats, value of integers. e8m0 has no sign bit.
constexpr bool is_negative(ElementType type, std::uint64_t bits) {
  if (is_float(type)) return (bits & classes_of(type).sign) != 0;
  return is_signed(type) && (bits >> (bits_of(type) - 1) & 1) != 0;
}
/// Whether `bits` is a zero that a result of the sign of `value` may be flushed to: +0, or any zero
/// for a negative one.
constexpr bool is_flushed(ElementType type, std::uint64_t value, std::uint64_t bits) {
  return is_zero(type, bits) && (bits == 0 || is_negative(type, value));
}
/// Nonzero and below the smallest normal. HiFloat8: the codes that MODEL section 1.4 calls
/// denormal.
bool is_subnormal(ElementType type, std::uint64_t bits);

/// By magnitude, each begins where the one before ends. Every integer but zero is normal.
enum class NumberClass : std::uint8_t { zero, subnormal, normal, infinity, nan };
inline NumberClass class_of(ElementType type, std::uint64_t bits) {
  using enum NumberClass;
  if (is_nan(type, bits)) return nan;
  if (is_infinite(type, bits)) return infinity;
  if (is_zero(type, bits)) return zero;
  const ElementClasses& classes = classes_of(type);
  if (type == ElementType::hif8) return is_subnormal(type, bits) ? subnormal : normal;
  return (bits & classes.magnitude) < classes.normal ? subnormal : normal;
}

/// Position in the order of the format: -infinity lowest. Two neighbours differ by one. Formats
/// with two zeros have -1 for -0 and 0 for +0; HiFloat8 has one zero, with key 0; integers count
/// from their zero, u64 from 2^63. Not for NaN; the way back not for keys beyond the infinities or
/// extremes.
std::int64_t order_key(ElementType type, std::uint64_t bits);
std::uint64_t from_order_key(ElementType type, std::int64_t key);

/// Patterns that every plan uses. Zero if the format lacks the value: no NaN (integers, 4-bit
/// floats), no infinity (also e4m3, e8m0), no negative sign (e8m0), no subnormals (integers, e8m0).
/// The largest and the most negative value of an integer; smallest_normal of an integer is 1.
std::uint64_t quiet_nan(ElementType type);
std::uint64_t infinity(ElementType type, bool negative);
std::uint64_t largest_finite(ElementType type, bool negative);
std::uint64_t smallest_normal(ElementType type);
std::uint64_t smallest_subnormal(ElementType type);

}  // namespace assay::numerics
