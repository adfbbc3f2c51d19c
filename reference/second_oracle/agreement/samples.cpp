// SPDX-License-Identifier: Apache-2.0
#include "reference/second_oracle/agreement/samples.hpp"

#include <algorithm>
#include <bit>

namespace assay::agreement {
namespace {

/// Takes random numbers out of one key.
class Dice {
 public:
  explicit Dice(std::uint64_t key) : state_(mixed(key)) {}
  std::uint64_t bits() { return mixed(state_ += 0x9E3779B97F4A7C15U); }
  std::uint64_t below(std::uint64_t n) { return (bits() >> 32) * n >> 32; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low + 1)));
  }

 private:
  std::uint64_t state_;
};

std::uint64_t ones(int count) { return count <= 0 ? 0 : ~std::uint64_t{0} >> (64 - count); }

/// `width` bits: a random prefix and then 00..0, 10..0, 01..1, 10..01, 11..1, 0..01 or random bits.
std::uint64_t near_tie(int width, Dice& dice) {
  const int tail = static_cast<int>(dice.between(0, width));
  const std::uint64_t prefix = dice.bits() & ones(width) & ~ones(tail);
  const std::uint64_t half = tail == 0 ? 0 : ones(tail) / 2 + 1;
  switch (dice.below(7)) {
    case 0:
      return prefix;
    case 1:
      return prefix | half;
    case 2:
      return prefix | (ones(tail) & ~half);
    case 3:
      return prefix | half | (ones(tail) & 1);
    case 4:
      return prefix | ones(tail);
    case 5:
      return prefix | (ones(tail) & 1);
    default:
      return dice.bits() & ones(width);
  }
}

struct Split {
  int mantissa;
  int exponent;
  std::int64_t bias;

  explicit Split(ElementType type)
      : mantissa(format_of(type).precision - 1),
        exponent(format_of(type).exponent_bits),
        bias(format_of(type).bias) {}
  std::uint64_t join(bool negative, std::int64_t field, std::uint64_t fraction) const {
    const auto highest = static_cast<std::int64_t>(ones(exponent));
    const auto bits = static_cast<std::uint64_t>(std::clamp<std::int64_t>(field, 0, highest));
    return (std::uint64_t{negative} << exponent | bits) << mantissa | (fraction & ones(mantissa));
  }
  std::int64_t field_of(std::uint64_t bits) const {
    return static_cast<std::int64_t>(bits >> mantissa & ones(exponent));
  }
};

bool is_narrow(ElementType type) { return bits_of(type) <= 8; }

std::uint64_t wide_float(ElementType type, Dice& dice) {
  const Split split(type);
  const bool negative = dice.below(2) != 0;
  const auto highest = static_cast<std::int64_t>(ones(split.exponent));
  switch (dice.below(8)) {
    case 0: {  // zeros, infinity and NaN, both ends of every range
      const std::int64_t ends[] = {0, 1, highest - 1, highest, split.bias};
      const std::uint64_t tails[] = {0, 1, ones(split.mantissa), ones(split.mantissa) / 2 + 1};
      return split.join(negative, ends[dice.below(5)], tails[dice.below(4)]);
    }
    case 1:
    case 2:
    case 3:
      return split.join(negative, split.bias + dice.between(-12, 12),
                        near_tie(split.mantissa, dice));
    default:
      return split.join(negative, dice.between(0, highest), near_tie(split.mantissa, dice));
  }
}

std::uint64_t wide_integer(ElementType type, Dice& dice) {
  const int length = static_cast<int>(dice.between(0, bits_of(type)));
  const std::uint64_t magnitude = near_tie(length, dice);
  return (dice.below(2) != 0 ? 0 - magnitude : magnitude) & mask_of(type);
}

/// A second term that affects the first: within reach of its significand, or next to it.
std::uint64_t companion(ElementType type, std::uint64_t first, Dice& dice) {
  if (is_narrow(type) || is_integer(type) || dice.below(3) == 0) return pattern(type, dice.bits());
  const Split split(type);
  const bool negative = dice.below(2) != 0;
  if (dice.below(3) == 0) {
    const std::uint64_t moved = first + static_cast<std::uint64_t>(dice.between(-3, 3));
    return split.join(negative, split.field_of(moved), moved);
  }
  const std::int64_t reach = split.mantissa + 4;
  return split.join(negative, split.field_of(first) + dice.between(-reach, reach),
                    near_tie(split.mantissa, dice));
}

/// Bits of an integer divided by a power of two, as far as the format has room for it.
std::uint64_t small_number(const Split& split, std::uint64_t n, std::int64_t exponent,
                           bool negative) {
  if (n == 0) return split.join(negative, 0, 0);
  const auto length = static_cast<int>(std::bit_width(n));
  const std::uint64_t fraction = length - 1 <= split.mantissa ? n << (split.mantissa - length + 1)
                                                              : n >> (length - 1 - split.mantissa);
  return split.join(negative, exponent + length - 1 + split.bias, fraction);
}

/// Bases and exponents whose power is in range, next to 1, or exact.
Arguments power_arguments(ElementType type, Dice& dice) {
  if (is_narrow(type) || is_integer(type))
    return {pattern(type, dice.bits()), companion(type, 0, dice)};
  const Split split(type);
  const std::uint64_t fraction = near_tie(split.mantissa, dice);
  switch (dice.below(8)) {
    case 0:
      return {pattern(type, dice.bits()), pattern(type, dice.bits())};
    case 1:
    case 2: {  // n^k 2^e to a small power or root
      const std::uint64_t n = dice.below(4) == 0 ? 1 : dice.below(40);
      const std::uint64_t base = n * (dice.below(2) != 0 ? n : 1);
      return {small_number(split, base, dice.between(-9, 9), dice.below(3) == 0),
              small_number(split, dice.below(48), dice.between(-3, 1), dice.below(3) == 0)};
    }
    case 3:
    case 4: {  // 1 + 2^-k to a large power
      const std::int64_t k = dice.between(1, split.mantissa);
      const bool below_one = dice.below(2) != 0;
      const std::uint64_t above = (ones(split.mantissa) / 2 + 1) >> (k - 1);
      const std::uint64_t base = split.join(false, split.bias, 0) +
                                 (below_one ? 0 - above - dice.below(3) : above + dice.below(3));
      return {base,
              split.join(dice.below(2) != 0, split.bias + k + dice.between(-40, 8), fraction)};
    }
    default:
      return {split.join(dice.below(8) == 0, split.bias + dice.between(-20, 20),
                         near_tie(split.mantissa, dice)),
              split.join(dice.below(2) != 0, split.bias + dice.between(-9, 6), fraction)};
  }
}

/// The arguments after the first, related to it.
Arguments with_first(Function function, ElementType type, std::uint64_t first, Dice& dice) {
  const std::uint64_t second = companion(type, first, dice);
  if (arity(function) < 3) return {first, second};
  // A third term near the product: the sum of the exponents of both, less one bias.
  if (is_narrow(type) || is_integer(type) || dice.below(3) == 0) {
    return {first, second, pattern(type, dice.bits())};
  }
  const Split split(type);
  const std::int64_t field = split.field_of(first) + split.field_of(second) - split.bias;
  const std::int64_t reach = 2 * split.mantissa + 4;
  return {first, second,
          split.join(dice.below(2) != 0, field + dice.between(-reach, reach),
                     near_tie(split.mantissa, dice))};
}

}  // namespace

std::uint64_t mixed(std::uint64_t n) {
  n = (n ^ n >> 30) * 0xBF58476D1CE4E5B9U;
  n = (n ^ n >> 27) * 0x94D049BB133111EBU;
  return n ^ n >> 31;
}

std::uint64_t stratified_f32(std::int64_t index) {
  const auto n = static_cast<std::uint64_t>(index);
  const std::uint64_t stratum = n >> 15 & 0x1FF;
  const std::uint64_t j = n & 0x7FFF;
  std::uint64_t fraction = 0;
  if (j < 0x4000) {
    fraction = j << 9 | (mixed(n) & 0x1FF);
  } else if (j < 0x5000) {
    fraction = j - 0x4000;
  } else if (j < 0x6000) {
    fraction = 0x7FFFFF - (j - 0x5000);
  } else {
    Dice dice(n);
    fraction = near_tie(23, dice);
  }
  return stratum << 23 | fraction;
}

std::uint64_t pattern(ElementType type, std::uint64_t key) {
  Dice dice(key);
  if (is_narrow(type)) return dice.bits() & mask_of(type);
  return is_float(type) ? wide_float(type, dice) : wide_integer(type, dice);
}

Draw related(Function function, ElementType type) {
  return [=](std::int64_t index) -> Arguments {
    Dice dice(static_cast<std::uint64_t>(index) + 0x5EED);
    if (function == Function::power) return power_arguments(type, dice);
    return with_first(function, type, pattern(type, dice.bits()), dice);
  };
}

Draw stratified(Function function) {
  return [=](std::int64_t index) -> Arguments {
    const std::uint64_t first = stratified_f32(index);
    if (arity(function) == 1) return {first};
    Dice dice(static_cast<std::uint64_t>(index) + 0x5EED);
    if (function == Function::power && index % 2 != 0) {
      return power_arguments(ElementType::f32, dice);
    }
    return with_first(function, ElementType::f32, first, dice);
  };
}

Draw patterns(ElementType type) {
  return [=](std::int64_t index) -> Arguments {
    return {pattern(type, static_cast<std::uint64_t>(index))};
  };
}

Draw every_code() {
  return [](std::int64_t index) -> Arguments { return {static_cast<std::uint64_t>(index)}; };
}

Draw every_pair(ElementType type) {
  const int bits = bits_of(type);
  const std::uint64_t mask = mask_of(type);
  return [=](std::int64_t index) -> Arguments {
    const auto n = static_cast<std::uint64_t>(index);
    return {n >> bits, n & mask};
  };
}

Draw every_triple(ElementType type) {
  const int bits = bits_of(type);
  const std::uint64_t mask = mask_of(type);
  return [=](std::int64_t index) -> Arguments {
    const auto n = static_cast<std::uint64_t>(index);
    return {n >> 2 * bits, n >> bits & mask, n & mask};
  };
}

Draw strided(const Draw& draw, std::int64_t step, std::int64_t first) {
  return [=](std::int64_t index) { return draw(first + index * step); };
}

}  // namespace assay::agreement
