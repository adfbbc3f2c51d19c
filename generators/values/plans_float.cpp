// SPDX-License-Identifier: Apache-2.0
// Formulas of value plans for floating-point formats with a sign, an exponent and a fraction.
#include <algorithm>
#include <array>

#include "generators/values/bit_patterns.hpp"
#include "generators/values/plans.hpp"

namespace assay::generators::floats {
namespace {

bool negative(const Counter& c) { return (c.word(7) & 1) != 0; }

/// A biased exponent within `reach` binades of 1.
std::uint64_t near_one(const ElementFormat& format, const Counter& c, int reach) {
  const auto span = 2 * static_cast<std::uint64_t>(reach) + 1;
  const int offset = static_cast<int>(c.below(span, 6)) - reach;
  const int highest = static_cast<int>(top_exponent(format)) - 1;
  return static_cast<std::uint64_t>(std::clamp(format.bias + offset, 1, highest));
}

/// An ordinary value around 1.
std::uint64_t ordinary(const ElementFormat& format, const Counter& c) {
  return assemble(format, negative(c), near_one(format, c, 4), c.word(5));
}

std::uint64_t nudged(const ElementFormat& format, std::uint64_t bits, std::uint64_t choice) {
  const std::uint64_t magnitude = bits & ~sign_bit(format);
  if (choice == 1 && magnitude != 0) return bits - 1;
  if (choice == 2 && magnitude < largest(format, false)) return bits + 1;
  return bits;
}

std::uint64_t ten_to(std::uint64_t power) {
  std::uint64_t value = 1;
  for (std::uint64_t i = 0; i < power; ++i) value *= 10;
  return value;
}

/// A value that lies halfway between two decimals of 2, 4 or 6 places: odd / 8, / 32, / 128.
std::uint64_t decimal_tie(const ElementFormat& format, const Counter& c) {
  constexpr std::array<std::uint64_t, 3> denominators{8, 32, 128};
  const std::uint64_t denominator = denominators.at(c.below(denominators.size(), 1));
  const std::uint64_t whole = c.below(4, 2) == 0 ? c.below(1000, 3) : c.below(4, 3);
  const std::uint64_t odd = 2 * c.below(denominator / 2, 4) + 1;
  return from_ratio(format, negative(c), Ratio{whole * denominator + odd, denominator});
}

/// 9.99995 and similar: rounding to the printed places carries into a new digit, or just does not.
std::uint64_t carry(const ElementFormat& format, const Counter& c) {
  constexpr std::array<std::uint64_t, 3> places{2, 4, 6};
  const std::uint64_t scale = 10 * ten_to(places.at(c.below(places.size(), 1)));
  const std::uint64_t digits = ten_to(c.below(4, 2));
  return from_ratio(format, negative(c), Ratio{digits * scale - 5, scale}, c.below(2, 3) == 1);
}

/// A value of any binade.
std::uint64_t any_exponent(const ElementFormat& format, const Counter& c) {
  const std::uint64_t biased = c.below(top_exponent(format) + 1, 1);
  const std::uint64_t bits = assemble(format, negative(c), biased, c.word(2));
  return std::min(bits & ~sign_bit(format), largest(format, false)) | (bits & sign_bit(format));
}

}  // namespace

std::uint64_t ties(const ElementFormat& format, const Counter& c) {
  // The palette belongs to the case, so that operands have equal values. A quarter of the cases
  // have nothing but zeros and the negative numbers below them: then zeros of both signs win.
  const Counter palette{c.key, 0, c.below(3, 0)};
  const Counter whole{c.key, 1, 0};
  if (whole.below(4, 0) == 0) {
    if (c.below(3, 1) != 0) return assemble(format, negative(c), 0, 0);
    return ordinary(format, palette) | sign_bit(format);
  }
  return ordinary(format, palette);
}

std::uint64_t nearties(const ElementFormat& format, const Counter& c) {
  const std::uint64_t ones_mask = fraction_mask(format);
  const std::uint64_t half = std::uint64_t{1} << (fraction_bits(format) - 1);
  const std::array<std::uint64_t, 9> fractions{0,    1,        2,        ones_mask, ones_mask - 1,
                                               half, half - 1, half + 1, c.word(1)};
  const int reach = c.below(4, 2) == 0 ? format.bias : 3;
  return assemble(format, negative(c), near_one(format, c, reach),
                  fractions.at(c.below(fractions.size(), 3)));
}

std::uint64_t cancellation(const ElementFormat& format, const Counter& c) {
  // Elements 2j and 2j+1, and element j of neighbouring operands, are opposite except for a few
  // units in the last place. Sometimes they are zeros of both signs.
  constexpr std::uint64_t zeros_among = 16;
  const Counter pair{c.key, 0, c.index / 2};
  const std::uint64_t base = any_exponent(format, pair) & ~sign_bit(format);
  const std::uint64_t near = (base & ~std::uint64_t{3}) | c.below(4, 0);
  const bool minus = ((c.index + c.operand) & 1) != 0;
  const bool zero = pair.below(zeros_among, 5) == 0;
  return (zero ? 0 : std::min(near, largest(format, false))) | (minus ? sign_bit(format) : 0);
}

std::uint64_t domain(const ElementFormat& format, const Counter& c) {
  const int span = static_cast<int>(top_exponent(format)) - format.bias;
  switch (c.below(9, 0)) {
    case 0:
      return assemble(format, negative(c), 0, 0);
    case 1:
      return assemble(format, negative(c), 0, 1 + c.below(8, 1));
    case 2:
      return largest(format, negative(c)) - c.below(3, 1);
    case 3:
      return assemble(format, true, near_one(format, c, 8), c.word(1));
    case 4: {
      const std::uint64_t root = 1 + c.below(31, 1);
      return nudged(format, from_ratio(format, false, Ratio{root * root, 1}), c.below(4, 2));
    }
    case 5:
    case 6: {
      const int quarter = static_cast<int>(c.below(static_cast<std::uint64_t>(span), 1));
      const int power = 2 * (quarter - span / 2);
      return nudged(format, power_of_two(format, false, power), c.below(4, 2));
    }
    case 7:
      return nudged(format, power_of_two(format, false, 0), c.below(4, 1));
    default:
      return any_exponent(format, c) & ~sign_bit(format);
  }
}

std::uint64_t thresholds(const ElementFormat& format, const Counter& c) {
  // Millionths of the logarithms of the largest numbers of float, half and bfloat16, and of the
  // smallest normal ones, halves of the smallest ones and the smallest one of float.
  constexpr std::array<std::uint64_t, 3> above{88722839, 11089866, 88718925};
  constexpr std::array<std::uint64_t, 6> below{87336545, 103972077, 9704061,
                                               17328680, 92881722,  103278929};
  const Counter pair{c.key, 0, c.index};
  const bool is_above = pair.below(2, 1) == 0;
  const std::uint64_t number = pair.below(is_above ? 3 : 6, 2);
  const std::uint64_t millionths = is_above ? above.at(number) : below.at(number);
  const std::uint64_t edge = from_ratio(format, !is_above, Ratio{millionths, 1000000});
  if (c.operand == 0 || c.operand == 1) return edge + c.below(9, 3) - 4;
  // The part that is subtracted: nothing, or less than a unit in its last place.
  const auto unit = static_cast<int>((edge & ~sign_bit(format)) >> fraction_bits(format)) -
                    format.bias - fraction_bits(format);
  return c.below(4, 4) == 0
             ? assemble(format, negative(c), 0, 0)
             : power_of_two(format, negative(c), unit - static_cast<int>(c.below(4, 5)));
}

std::uint64_t text(const ElementFormat& format, const Counter& c) {
  switch (c.below(16, 0)) {
    case 0:
      return assemble(format, true, 0, 0);
    case 1:
      return c.below(4, 1) == 0 ? infinite(format, negative(c)) : assemble(format, false, 0, 0);
    case 2:
      return c.below(4, 1) == 0 ? not_a_number(format, negative(c), c.word(2))
                                : assemble(format, negative(c), 0, c.word(2));
    case 3:
    case 4:
    case 5:
      return carry(format, c);
    case 6:
    case 7:
      return from_ratio(format, negative(c), Ratio{c.below(100000, 1), 1});
    case 8:
    case 9:
      return ordinary(format, c);
    default:
      return decimal_tie(format, c);
  }
}

std::uint64_t rising(const ElementFormat& format, const Counter& c) {
  const std::uint64_t top = largest(format, false);
  const std::uint64_t place = on_sawtooth(c, 2 * top + 1);
  return place < top ? sign_bit(format) | (top - place) : place - top;
}

std::uint64_t falling(const ElementFormat& format, const Counter& c) {
  return rising(format, c) ^ sign_bit(format);
}

}  // namespace assay::generators::floats
