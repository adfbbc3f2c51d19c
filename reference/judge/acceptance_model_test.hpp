// SPDX-License-Identifier: Apache-2.0
// A second implementation of acceptance, from the definition of the formats and with exact binary
// fractions: it shares no function with the judge. Slow, and written to be easy to read.
#pragma once

#include <bit>
#include <cstdint>

#include "reference/isa/spec/expected.hpp"
#include "reference/isa/types/element_type.hpp"

namespace assay::model {

/// magnitude * 2^exponent; the first bit of a magnitude is set unless it is zero, so that the
/// greater exponent is the greater number.
struct Fraction {
  std::uint64_t magnitude = 0;
  int exponent = 0;
};

inline Fraction fraction_of(std::uint64_t magnitude, int exponent) {
  if (magnitude == 0) return {};
  const int room = std::countl_zero(magnitude);
  return {magnitude << room, exponent - room};
}

inline bool is_less(const Fraction& a, const Fraction& b) {
  if (a.magnitude == 0 || b.magnitude == 0) return a.magnitude == 0 && b.magnitude != 0;
  return a.exponent != b.exponent ? a.exponent < b.exponent : a.magnitude < b.magnitude;
}

/// The meaning of bits. A zero has a sign, and so has an infinity.
struct Meaning {
  enum class Kind : std::uint8_t { number, infinity, nan };
  Kind kind = Kind::number;
  bool negative = false;
  Fraction size = {};
};

constexpr std::uint64_t low_bits(std::uint64_t bits, int count) {
  return bits & ((std::uint64_t{1} << count) - 1);
}

/// Sign, exponent and fraction fields of these widths, by IEEE 754 where `has_infinity`.
inline Meaning meaning_of_fields(std::uint64_t bits, int exponent_bits, int fraction_bits, int bias,
                                 bool has_infinity, bool all_ones_are_nan) {
  const std::uint64_t fraction = low_bits(bits, fraction_bits);
  const auto exponent = static_cast<int>(low_bits(bits >> fraction_bits, exponent_bits));
  Meaning meaning;
  meaning.negative = (bits >> (fraction_bits + exponent_bits) & 1) != 0;
  const bool last = exponent == (1 << exponent_bits) - 1;
  if (has_infinity && last) {
    meaning.kind = fraction == 0 ? Meaning::Kind::infinity : Meaning::Kind::nan;
  } else if (all_ones_are_nan && last && fraction + 1 == std::uint64_t{1} << fraction_bits) {
    meaning.kind = Meaning::Kind::nan;
  } else if (exponent == 0) {
    meaning.size = fraction_of(fraction, 1 - bias - fraction_bits);
  } else {
    meaning.size = fraction_of(fraction + (std::uint64_t{1} << fraction_bits),
                               exponent - bias - fraction_bits);
  }
  return meaning;
}

/// HiFloat8 from prefix 0001 on: the number of bits of the exponent, by prefix. An exponent is a
/// sign and a magnitude whose first bit is not stored.
inline Fraction size_of_hif8(std::uint64_t rest) {
  struct Split {
    std::uint64_t prefix;
    int prefix_bits;
    int exponent_bits;
  };
  constexpr Split splits[] = {{3, 2, 4}, {2, 2, 3}, {1, 2, 2}, {1, 3, 1}, {1, 4, 0}};
  for (const Split& split : splits) {
    if (rest >> (7 - split.prefix_bits) != split.prefix) continue;
    const int fraction_bits = 7 - split.prefix_bits - split.exponent_bits;
    int exponent = 0;
    if (split.exponent_bits > 0) {
      const std::uint64_t field = low_bits(rest >> fraction_bits, split.exponent_bits);
      const int stored_bits = split.exponent_bits - 1;
      const auto magnitude =
          static_cast<int>((std::uint64_t{1} << stored_bits) + low_bits(field, stored_bits));
      exponent = field >> stored_bits != 0 ? -magnitude : magnitude;
    }
    return fraction_of(low_bits(rest, fraction_bits) + (std::uint64_t{1} << fraction_bits),
                       exponent - fraction_bits);
  }
  return {};
}

inline Meaning meaning_of_hif8(std::uint64_t bits) {
  const std::uint64_t rest = bits & 0x7F;
  const bool negative = (bits & 0x80) != 0;
  if (rest == 0x6F) return {.kind = Meaning::Kind::infinity, .negative = negative};
  if (rest == 0) return {.kind = negative ? Meaning::Kind::nan : Meaning::Kind::number};
  if (rest < 8) {  // prefix 0000: no normal number, but a power of two
    return {.negative = negative, .size = fraction_of(1, static_cast<int>(rest) - 23)};
  }
  return {.negative = negative, .size = size_of_hif8(rest)};
}

inline Meaning meaning_of_integer(ElementType type, std::uint64_t bits) {
  const int width = bits_of(type);
  const bool negative = is_signed(type) && (bits >> (width - 1) & 1) != 0;
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - width);
  return {.negative = negative, .size = fraction_of(negative ? (~bits + 1) & all : bits, 0)};
}

inline Meaning meaning_of(ElementType type, std::uint64_t bits) {
  switch (type) {
    case ElementType::f64:
      return meaning_of_fields(bits, 11, 52, 1023, true, false);
    case ElementType::f32:
      return meaning_of_fields(bits, 8, 23, 127, true, false);
    case ElementType::f16:
      return meaning_of_fields(bits, 5, 10, 15, true, false);
    case ElementType::bf16:
      return meaning_of_fields(bits, 8, 7, 127, true, false);
    case ElementType::e5m2:
      return meaning_of_fields(bits, 5, 2, 15, true, false);
    case ElementType::e4m3:
      return meaning_of_fields(bits, 4, 3, 7, false, true);
    case ElementType::e2m1:
      return meaning_of_fields(bits, 2, 1, 1, false, false);
    case ElementType::e1m2:
      return meaning_of_fields(bits, 1, 2, 1, false, false);
    case ElementType::hif8:
      return meaning_of_hif8(bits);
    case ElementType::e8m0:
      if (bits == 0xFF) return {.kind = Meaning::Kind::nan};
      return {.size = fraction_of(1, static_cast<int>(bits) - 127)};
    default:
      return meaning_of_integer(type, bits);
  }
}

/// Numbers in the order of the line, infinities at its ends, -0 below +0. No NaN.
inline bool at_most(const Meaning& a, const Meaning& b) {
  using Kind = Meaning::Kind;
  if (a.negative != b.negative) return a.negative;
  const Meaning& nearer = a.negative ? b : a;
  const Meaning& farther = a.negative ? a : b;
  if (farther.kind == Kind::infinity) return true;
  return nearer.kind != Kind::infinity && !is_less(farther.size, nearer.size);
}

/// Whether `got` is acceptable for an element that accepts these.
inline bool accepts(Accept accept, ElementType type, std::uint64_t value, std::uint64_t low,
                    std::uint64_t high, std::uint64_t before, std::uint64_t got) {
  const Meaning result = meaning_of(type, got);
  const bool nan = result.kind == Meaning::Kind::nan;
  const bool inside =
      !nan && at_most(meaning_of(type, low), result) && at_most(result, meaning_of(type, high));
  const bool zero = result.kind == Meaning::Kind::number && result.size.magnitude == 0;
  switch (accept) {
    case Accept::unspecified:
    case Accept::target_defined:
      return true;
    case Accept::exact:
      return got == value;
    case Accept::interval:
      return inside;
    case Accept::any_of:
      return got == value || got == low || got == high;
    case Accept::any_nan:
      return nan;
    case Accept::preserved:
      return got == before;
    case Accept::interval_or_zero:
      return inside || (zero && (!result.negative || meaning_of(type, value).negative));
    case Accept::some_bits:
      for (int bit = 0; bit < 64; ++bit) {
        const bool counts = (low >> bit & 1) != 0;
        if (counts && (got >> bit & 1) != (value >> bit & 1)) return false;
      }
      return true;
  }
  return false;
}

}  // namespace assay::model
