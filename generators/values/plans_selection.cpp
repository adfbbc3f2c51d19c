// SPDX-License-Identifier: Apache-2.0
// Value plans of conversions and comparisons: values at the limits and halfway points of every
// destination type, and pairs that are equal or neighbours.
#include <algorithm>
#include <array>

#include "generators/values/bit_patterns.hpp"
#include "generators/values/plans.hpp"

namespace assay::generators {
namespace {

std::uint64_t as_planned(std::string_view plan, const ElementFormat& format, const Counter& c) {
  return plan_named(plan).value(format, c);
}

bool negative(const Counter& c) { return (c.word(7) & 1) != 0; }

// Bit lengths of the integer types, signed and unsigned, and of the significands of float types.
constexpr std::array<std::uint64_t, 10> integer_lengths{3, 4, 7, 8, 15, 16, 31, 32, 63, 64};
constexpr std::array<std::uint64_t, 6> fraction_lengths{1, 2, 3, 7, 10, 23};

// The largest finite values of the narrow formats, the halfway points above them, and what comes
// next: half, e4m3, e5m2, HiFloat8, e2m1, e1m2.
constexpr std::array<Ratio, 18> float_limits{{{65504, 1},
                                              {65520, 1},
                                              {65536, 1},
                                              {448, 1},
                                              {464, 1},
                                              {480, 1},
                                              {57344, 1},
                                              {61440, 1},
                                              {32768, 1},
                                              {40960, 1},
                                              {49152, 1},
                                              {6, 1},
                                              {7, 1},
                                              {8, 1},
                                              {7, 4},
                                              {15, 8},
                                              {2, 1},
                                              {5, 1}}};

// Exponents of the smallest values of the narrow formats and of half of them: half, e4m3, e5m2,
// HiFloat8, e2m1 and e1m2.
constexpr std::array<int, 14> small_exponents{-14, -24, -25, -6,  -9, -10, -16,
                                              -17, -15, -22, -23, -1, -2,  -3};

/// The value, or a neighbour one unit in the last place away.
std::uint64_t near(const ElementFormat& format, std::uint64_t bits, const Counter& c) {
  const std::uint64_t magnitude = bits & ~sign_bit(format);
  const std::uint64_t choice = c.below(4, 3);
  if (choice == 2 && magnitude != 0) return bits - 1;
  if (choice == 3 && magnitude < largest(format, false)) return bits + 1;
  return bits;
}

std::uint64_t integer_limit(const ElementFormat& format, const Counter& c) {
  const std::uint64_t length = integer_lengths.at(c.below(integer_lengths.size(), 1));
  if (length > 32 || c.below(4, 2) == 0) {
    return near(format, power_of_two(format, negative(c), static_cast<int>(length)), c);
  }
  // Quarters from two below the limit to two above.
  const std::uint64_t quarters = (std::uint64_t{4} << length) + c.below(17, 4) - 8;
  return from_ratio(format, negative(c), Ratio{quarters, 4});
}

std::uint64_t halfway(const ElementFormat& format, const Counter& c) {
  const std::uint64_t whole = c.below(std::uint64_t{1} << (2 + c.below(12, 1)), 2);
  return near(format, from_ratio(format, negative(c), Ratio{2 * whole + 1, 2}), c);
}

std::uint64_t smallest(const ElementFormat& format, const Counter& c) {
  const int exponent = small_exponents.at(c.below(small_exponents.size(), 1));
  const std::uint64_t bits = power_of_two(format, negative(c), exponent);
  return c.below(3, 2) == 0 ? near(format, bits | (fraction_mask(format) + 1) / 2, c)
                            : near(format, bits, c);
}

/// Halfway between two values of a format with a shorter fraction.
std::uint64_t narrow_tie(const ElementFormat& format, const Counter& c, std::uint64_t exponent) {
  const auto bits = static_cast<std::uint64_t>(fraction_bits(format));
  const std::uint64_t kept =
      std::min(fraction_lengths.at(c.below(fraction_lengths.size(), 1)), bits - 1);
  const std::uint64_t half = std::uint64_t{1} << (bits - 1 - kept);
  const std::uint64_t fraction = (c.word(2) & ~(2 * half - 1)) | half;
  return near(format, assemble(format, negative(c), exponent, fraction), c);
}

}  // namespace

std::uint64_t floats::conversion(const ElementFormat& format, const Counter& c) {
  if (format.bits <= 8) return as_planned("uniform", format, c);
  const auto bias = static_cast<std::uint64_t>(format.bias);
  switch (c.below(12, 0)) {
    case 0:
    case 1:
    case 2:
      return integer_limit(format, c);
    case 3:
    case 4:
      return halfway(format, c);
    case 5: {
      const Ratio limit = float_limits.at(c.below(float_limits.size(), 1));
      return near(format, from_ratio(format, negative(c), limit), c);
    }
    case 6:
      return smallest(format, c);
    case 7:
      return narrow_tie(format, c, 0);
    case 8:
    case 9:
      return narrow_tie(format, c, bias + c.below(30, 5) - std::min<std::uint64_t>(bias, 14));
    case 10:
      return as_planned("specials", format, c);
    default:
      return as_planned("exponent", format, c);
  }
}

std::uint64_t integers::conversion(const ElementFormat& format, const Counter& c) {
  const auto width = static_cast<std::uint64_t>(format.bits);
  const std::uint64_t sign = format.kind == ElementKind::signed_integer && negative(c) ? ~0ULL : 0;
  const auto with_sign = [sign](std::uint64_t magnitude) { return (magnitude ^ sign) - sign; };
  switch (c.below(6, 0)) {
    case 0:
    case 1: {
      const std::uint64_t length = integer_lengths.at(c.below(integer_lengths.size(), 1));
      return with_sign((std::uint64_t{1} << std::min(length, width - 1)) + c.below(5, 2) - 2);
    }
    case 2:
    case 3: {  // halfway between two values of a float type, or next to it
      const std::uint64_t kept = fraction_lengths.at(c.below(fraction_lengths.size(), 1)) + 1;
      if (kept + 2 > width) return as_planned("uniform", format, c);
      const std::uint64_t top = std::uint64_t{1} << (kept - 1);
      const std::uint64_t tie = ((top | (c.word(2) & (top - 1))) << 1) | 1;
      return with_sign((tie << c.below(width - kept - 1, 3)) + c.below(3, 4) - 1);
    }
    case 4: {
      const Ratio limit = float_limits.at(c.below(3, 1));
      return with_sign(limit.numerator + c.below(3, 2) - 1);
    }
    default:
      return as_planned("exponent", format, c);
  }
}

std::uint64_t floats::twins(const ElementFormat& format, const Counter& c) {
  const Counter pair{c.key, 0, c.index};
  const std::uint64_t base = pair.below(3, 10) == 0 ? as_planned("specials", format, pair)
                                                    : as_planned("exponent", format, pair);
  switch (c.below(8, 11)) {
    case 0:
      return base ^ sign_bit(format);
    case 1:
    case 2:
      return near(format, base, c);
    case 3:
      return c.below(4, 12) == 0 ? not_a_number(format, false, c.word(13)) : base;
    default:
      return base;
  }
}

std::uint64_t integers::twins(const ElementFormat& format, const Counter& c) {
  const Counter pair{c.key, 0, c.index};
  const std::uint64_t base = pair.below(3, 10) == 0 ? as_planned("extremes", format, pair)
                                                    : as_planned("exponent", format, pair);
  switch (c.below(8, 11)) {
    case 0:
      return base ^ sign_bit(format);
    case 1:
    case 2:
      return base + c.below(3, 12) - 1;
    default:
      return base;
  }
}

}  // namespace assay::generators
