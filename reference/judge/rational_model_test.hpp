// SPDX-License-Identifier: Apache-2.0
// Acceptance once more, from what the formats say of bits and in exact fractions: it shares no
// function with the judge. Slow, and made to be read.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <optional>

#include "reference/isa/element_type.hpp"
#include "reference/isa/expected.hpp"

namespace assay::model {

using Fraction = boost::multiprecision::cpp_rational;

/// What bits stand for. A zero has a sign, and so has an infinity.
struct Meaning {
  enum class Kind : std::uint8_t { number, infinity, nan };
  Kind kind = Kind::number;
  bool negative = false;
  Fraction number = 0;
};

inline Fraction power_of_two(int exponent) {
  const boost::multiprecision::cpp_int one = 1;
  return exponent >= 0 ? Fraction(one << exponent) : Fraction(1, one << -exponent);
}

/// Sign, exponent and fraction fields of these widths, by IEEE 754 where `has_infinity`.
inline Meaning meaning_of_fields(std::uint64_t bits, int exponent_bits, int fraction_bits, int bias,
                                 bool has_infinity, bool all_ones_are_nan) {
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << fraction_bits) - 1);
  const auto exponent =
      static_cast<int>(bits >> fraction_bits & ((std::uint64_t{1} << exponent_bits) - 1));
  Meaning meaning;
  meaning.negative = (bits >> (fraction_bits + exponent_bits) & 1) != 0;
  const bool last = exponent == (1 << exponent_bits) - 1;
  if (has_infinity && last) {
    meaning.kind = fraction == 0 ? Meaning::Kind::infinity : Meaning::Kind::nan;
    return meaning;
  }
  if (all_ones_are_nan && last && fraction == (std::uint64_t{1} << fraction_bits) - 1) {
    meaning.kind = Meaning::Kind::nan;
    return meaning;
  }
  const Fraction part = Fraction(fraction) * power_of_two(-fraction_bits);
  meaning.number = exponent == 0 ? Fraction(part * power_of_two(1 - bias))
                                 : Fraction((1 + part) * power_of_two(exponent - bias));
  if (meaning.negative) meaning.number = -meaning.number;
  return meaning;
}

/// HiFloat8: a sign, then a prefix that says how many bits the exponent has; an exponent is a sign
/// and a magnitude whose first bit is not stored.
inline Meaning meaning_of_hif8(std::uint64_t bits) {
  Meaning meaning;
  meaning.negative = (bits & 0x80) != 0;
  const std::uint64_t rest = bits & 0x7F;
  if (rest == 0x6F) {
    meaning.kind = Meaning::Kind::infinity;
    return meaning;
  }
  if (rest == 0) {
    if (meaning.negative) meaning.kind = Meaning::Kind::nan;
    meaning.negative = false;
    return meaning;
  }
  if (rest < 8) {  // prefix 0000: no normal number, but a power of two
    meaning.number = power_of_two(static_cast<int>(rest) - 23);
  } else {
    struct Split {
      std::uint64_t prefix, prefix_bits;
      int exponent_bits;
    };
    constexpr Split splits[] = {{3, 2, 4}, {2, 2, 3}, {1, 2, 2}, {1, 3, 1}, {1, 4, 0}};
    for (const Split& split : splits) {
      if (rest >> (7 - split.prefix_bits) != split.prefix) continue;
      const int left = 7 - static_cast<int>(split.prefix_bits);
      const int fraction_bits = left - split.exponent_bits;
      const std::uint64_t field =
          rest >> fraction_bits & ((std::uint64_t{1} << split.exponent_bits) - 1);
      int exponent = 0;
      if (split.exponent_bits > 0) {
        const std::uint64_t sign = field >> (split.exponent_bits - 1);
        const std::uint64_t stored = field & ((std::uint64_t{1} << (split.exponent_bits - 1)) - 1);
        const auto magnitude =
            static_cast<int>((std::uint64_t{1} << (split.exponent_bits - 1)) | stored);
        exponent = sign != 0 ? -magnitude : magnitude;
      }
      const std::uint64_t fraction = rest & ((std::uint64_t{1} << fraction_bits) - 1);
      meaning.number =
          (1 + Fraction(fraction) * power_of_two(-fraction_bits)) * power_of_two(exponent);
      break;
    }
  }
  if (meaning.negative) meaning.number = -meaning.number;
  return meaning;
}

inline Meaning meaning_of(ElementType type, std::uint64_t bits) {
  const auto integer = [&](int width, bool is_signed) {
    boost::multiprecision::cpp_int value = bits;
    const bool negative = is_signed && (bits >> (width - 1) & 1) != 0;
    if (negative) value -= boost::multiprecision::cpp_int(1) << width;
    return Meaning{.negative = negative, .number = Fraction(value)};
  };
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
    case ElementType::e8m0: {
      if (bits == 0xFF) return {.kind = Meaning::Kind::nan};
      return {.number = power_of_two(static_cast<int>(bits) - 127)};
    }
    case ElementType::i4:
      return integer(4, true);
    case ElementType::i8:
      return integer(8, true);
    case ElementType::u8:
      return integer(8, false);
    case ElementType::i16:
      return integer(16, true);
    case ElementType::u16:
      return integer(16, false);
    case ElementType::i32:
      return integer(32, true);
    case ElementType::u32:
      return integer(32, false);
    case ElementType::i64:
      return integer(64, true);
    case ElementType::u64:
      return integer(64, false);
  }
  return {};
}

/// Numbers in the order of the line, infinities at its ends, -0 below +0. No NaN.
inline bool at_most(const Meaning& a, const Meaning& b) {
  using Kind = Meaning::Kind;
  if (a.kind == Kind::infinity || b.kind == Kind::infinity) {
    if (a.kind == Kind::infinity && a.negative) return true;
    if (b.kind == Kind::infinity && !b.negative) return true;
    return a.kind == b.kind && a.negative == b.negative;
  }
  if (a.number != b.number) return a.number < b.number;
  return a.number != 0 || a.negative || !b.negative;
}

/// Whether `got` may stand where an element accepts these.
inline bool accepts(Accept accept, ElementType type, std::uint64_t value, std::uint64_t low,
                    std::uint64_t high, std::uint64_t before, std::uint64_t got) {
  const Meaning result = meaning_of(type, got);
  const bool nan = result.kind == Meaning::Kind::nan;
  const bool inside =
      !nan && at_most(meaning_of(type, low), result) && at_most(result, meaning_of(type, high));
  const bool zero = result.kind == Meaning::Kind::number && result.number == 0;
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
