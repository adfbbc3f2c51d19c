// SPDX-License-Identifier: Apache-2.0
// Value plans for functions and quotients: arguments of middling size, and operands that divide.
#include <algorithm>

#include "generators/values/bit_patterns.hpp"
#include "generators/values/plans.hpp"

namespace assay::generators {
namespace {

/// The counter that operands share at the same place.
Counter shared(const Counter& c) { return Counter{c.key, 0, c.index}; }

/// The first source of an instruction is operand 1, and it is the dividend.
bool is_dividend(const Counter& c) { return c.operand % 2 == 1; }

/// One element in 8, 32 or 128 of a tile.
bool is_rare(const Counter& c) {
  const std::uint64_t others = std::uint64_t{8} << 2 * Counter{c.key, c.operand, 0}.below(3, 3);
  return c.below(others, 1) == 0;
}

}  // namespace

namespace floats {

std::uint64_t moderate(const ElementFormat& format, const Counter& c) {
  const int highest = static_cast<int>(top_exponent(format)) - 1;
  const int wanted = format.bias - 10 + static_cast<int>(c.below(17, 0));
  const auto exponent = static_cast<std::uint64_t>(std::clamp(wanted, 1, highest));
  return assemble(format, (c.word(1) & 1) != 0, exponent, c.word(2));
}

std::uint64_t multiples(const ElementFormat& format, const Counter& c) {
  const Counter both = shared(c);
  const std::uint64_t divisor = 1 + both.below(255, 0);
  const std::uint64_t count = both.below(std::uint64_t{1} << both.below(17, 1), 2);
  const std::uint64_t scale = std::uint64_t{1} << both.below(8, 3);
  const bool negative = (c.word(4) & 1) != 0;
  if (!is_dividend(c)) return from_ratio(format, negative, Ratio{divisor, scale});
  const std::uint64_t bits = from_ratio(format, negative, Ratio{count * divisor, scale});
  const std::uint64_t magnitude = bits & ~sign_bit(format);
  const std::uint64_t nudge = c.below(4, 5);
  if (nudge == 1 && magnitude != 0) return bits - 1;
  return nudge == 2 && magnitude < largest(format, false) ? bits + 1 : bits;
}

std::uint64_t factors(const ElementFormat& format, const Counter& c) {
  const bool negative = (c.word(1) & 1) != 0;
  switch (c.below(8, 0)) {
    case 0:
      return from_ratio(format, negative, Ratio{2, 1});
    case 1:
      return from_ratio(format, negative, Ratio{1, 2});
    default:
      return from_ratio(format, negative, Ratio{1, 1});
  }
}

std::uint64_t foursomes(const ElementFormat& format, const Counter& c) {
  // Sums of some thousand such terms are exact in float in every order, and usually so small that
  // half and bfloat16 hold them too, but partial sums are so large that half loses what is small.
  // In float the four sometimes begin elsewhere, because a column has the same place of them.
  const bool wide = fraction_bits(format) > 10;
  const std::uint64_t least = wide ? 32768 : 4096;
  const std::uint64_t start = wide ? Counter{c.key, c.operand, c.index / 64}.below(4, 5) : 0;
  const Counter four{c.key, c.operand, (c.index + start) / 4};
  const std::uint64_t unit = std::max<std::uint64_t>(1, least >> fraction_bits(format));
  const std::uint64_t large = least + unit * four.below(least / unit, 6);
  const std::uint64_t less = wide ? c.below(8, 1) : 0;
  const bool minus = (four.word(7) & 1) != 0;
  switch ((c.index + start) % 4) {
    case 2:
      return from_ratio(format, minus, Ratio{large, 1});
    case 3:
      return from_ratio(format, !minus, Ratio{minus ? large + less : large - less, 1});
    default:
      return from_ratio(format, false, Ratio{1 + c.below(8, 3), wide ? 1U : 8U});
  }
}

std::uint64_t rare(const ElementFormat& format, const Counter& c) {
  const bool negative = (c.word(2) & 1) != 0;
  if (!is_rare(c)) {
    const std::uint64_t others = Counter{c.key, c.operand, 0}.below(4, 4);
    if (others < 2) return from_ratio(format, others == 1, Ratio{0, 1});
    return from_ratio(format, others == 3 && negative, Ratio{1, 1});
  }
  switch (c.below(8, 5)) {
    case 0:
      return not_a_number(format, negative, c.word(6));
    case 1:
    case 2:
      return infinite(format, negative);
    case 3:
    case 4:
      return largest(format, negative);
    case 5:
      return assemble(format, negative, 0, 1);
    case 6:
      return assemble(format, negative, 1, 0);
    default:
      return from_ratio(format, negative, Ratio{1, 1}, false) | 1;
  }
}

std::uint64_t wholes(const ElementFormat& format, const Counter& c) {
  // 4095 products of such numbers and one more are below 2^24 units: every order is exact in float.
  // Partial sums are far larger than what half keeps of them.
  const std::uint64_t size = c.below(64, 0);
  const bool negative = (c.word(1) & 1) != 0;
  const Counter whole{c.key, 0, 0};
  return from_ratio(format, negative, Ratio{size << whole.below(4, 2), 4});
}

}  // namespace floats

namespace scales {

std::uint64_t narrow(const ElementFormat& format, const Counter& c) {
  const Counter whole{c.key, c.operand, 0};
  const std::uint64_t least = static_cast<std::uint64_t>(format.bias) - 1 + whole.below(3, 1);
  return least + c.below(3, 0);
}

std::uint64_t around_one(const ElementFormat& format, const Counter& c) {
  return static_cast<std::uint64_t>(format.bias) - 4 + c.below(9, 0);
}

std::uint64_t rare(const ElementFormat& format, const Counter& c) {
  if (!is_rare(c)) return static_cast<std::uint64_t>(format.bias);
  const std::uint64_t nan = mask_of(format.type);
  switch (c.below(4, 5)) {
    case 0:
      return nan;
    case 1:
      return nan - 1;
    case 2:
      return 0;
    default:
      return static_cast<std::uint64_t>(format.bias) - 1 + 2 * c.below(2, 6);
  }
}

}  // namespace scales

namespace integers {

std::uint64_t moderate(const ElementFormat& format, const Counter& c) {
  const std::uint64_t size = c.below(64, 0);
  const bool negative = format.kind == ElementKind::signed_integer && (c.word(1) & 1) != 0;
  return negative ? 0 - size : size;
}

std::uint64_t rare(const ElementFormat& format, const Counter& c) {
  const bool has_sign = format.kind == ElementKind::signed_integer;
  const std::uint64_t mask = mask_of(format.type);
  const std::uint64_t greatest = has_sign ? mask >> 1 : mask;
  if (!is_rare(c)) return Counter{c.key, c.operand, 0}.below(2, 4);
  switch (c.below(4, 5)) {
    case 0:
      return greatest;
    case 1:
      return has_sign ? greatest + 1 : greatest - 1;
    case 2:
      return mask;
    default:
      return greatest / 2 + 1;
  }
}

std::uint64_t multiples(const ElementFormat& format, const Counter& c) {
  const Counter both = shared(c);
  const std::uint64_t limit = std::uint64_t{1} << (format.bits / 2 - 1);
  const std::uint64_t divisor = 1 + both.below(limit, 0);
  const std::uint64_t size =
      is_dividend(c) ? divisor * both.below(limit, 1) + c.below(3, 2) : divisor;
  const bool negative = format.kind == ElementKind::signed_integer && (c.word(4) & 1) != 0;
  return negative ? 0 - size : size;
}

std::uint64_t factors(const ElementFormat& format, const Counter& c) {
  const std::uint64_t size = c.below(16, 0) == 0 ? 2 + c.below(2, 1) : 1;
  const bool negative = format.kind == ElementKind::signed_integer && (c.word(4) & 1) != 0;
  return negative ? 0 - size : size;
}

}  // namespace integers
}  // namespace assay::generators
