// SPDX-License-Identifier: Apache-2.0
// Formulas of value plans for integer formats. Results are cut to the width of the element by the
// caller.
#include <array>

#include "generators/values/bit_patterns.hpp"
#include "generators/values/plans.hpp"

namespace assay::generators::integers {
namespace {

std::uint64_t width(const ElementFormat& format) { return static_cast<std::uint64_t>(format.bits); }

/// A value of `length` significant bits.
std::uint64_t of_length(std::uint64_t length, std::uint64_t bits) {
  if (length == 0) return 0;
  const std::uint64_t top = std::uint64_t{1} << (length - 1);
  return top | (bits & (top - 1));
}

std::uint64_t signed_by(const ElementFormat& format, const Counter& c, std::uint64_t magnitude) {
  const bool minus = format.kind == ElementKind::signed_integer && (c.word(7) & 1) != 0;
  return minus ? ~magnitude + 1 : magnitude;
}

std::uint64_t largest_integer(const ElementFormat& format) {
  const std::uint64_t mask = mask_of(format.type);
  return format.kind == ElementKind::signed_integer ? mask >> 1 : mask;
}

std::uint64_t smallest_integer(const ElementFormat& format) {
  return format.kind == ElementKind::signed_integer ? sign_bit(format) : 0;
}

/// A value of any length.
std::uint64_t any_length(const ElementFormat& format, const Counter& c) {
  return signed_by(format, c, of_length(c.below(width(format) + 1, 1), c.word(2)));
}

std::uint64_t any_extreme(const ElementFormat& format, const Counter& c) {
  const std::array<std::uint64_t, 8> values{largest_integer(format),
                                            largest_integer(format) - c.below(3, 1),
                                            smallest_integer(format),
                                            smallest_integer(format) + c.below(3, 1),
                                            sign_bit(format) | c.word(2),
                                            sign_bit(format) - 1,
                                            c.below(3, 1),
                                            ~std::uint64_t{0}};
  return values.at(c.below(values.size(), 0));
}

}  // namespace

std::uint64_t ties(const ElementFormat& format, const Counter& c) {
  return any_length(format, Counter{c.key, 0, c.below(3, 0)});
}

std::uint64_t nearties(const ElementFormat& format, const Counter& c) {
  const std::uint64_t power = std::uint64_t{1} << c.below(width(format), 1);
  return signed_by(format, c, power - 1 + c.below(3, 2));
}

std::uint64_t cancellation(const ElementFormat& format, const Counter& c) {
  const Counter pair{c.key, 0, c.index / 2};
  const std::uint64_t base = of_length(pair.below(width(format), 1), pair.word(2));
  const bool minus = ((c.index + c.operand) & 1) != 0;
  return (minus ? ~base + 1 : base) + c.below(3, 0);
}

std::uint64_t shifts(const ElementFormat& format, const Counter& c) {
  // The first input is what is shifted: among amounts alone most results would be zero.
  if (c.operand == 1 && c.below(4, 3) != 0) return c.word(2);
  const std::uint64_t n = width(format);
  const std::array<std::uint64_t, 10> values{
      0, 1, n - 1, n, n + 1, 2 * n, ~std::uint64_t{0}, sign_bit(format), c.below(n, 1), c.word(2)};
  return values.at(c.below(values.size(), 0));
}

std::uint64_t domain(const ElementFormat& format, const Counter& c) {
  const std::uint64_t root = c.below(std::uint64_t{1} << (width(format) / 2), 2);
  switch (c.below(4, 0)) {
    case 0:
      return signed_by(format, c, c.below(3, 1));
    case 1:
      return any_extreme(format, c);
    case 2:
      return root * root;
    default:
      return any_length(format, c);
  }
}

std::uint64_t text(const ElementFormat& format, const Counter& c) {
  std::uint64_t power = 1;
  for (std::uint64_t digits = c.below(20, 1); digits > 0; --digits) {
    if (power > mask_of(format.type) / 10) break;
    power *= 10;
  }
  switch (c.below(4, 0)) {
    case 0:
      return any_extreme(format, c);
    case 1:
      return signed_by(format, c, c.below(1000, 2));
    default:
      return signed_by(format, c, power - c.below(2, 2));
  }
}

std::uint64_t rising(const ElementFormat& format, const Counter& c) {
  // The last value of the range is left out: 64 bits cannot count all of theirs.
  return smallest_integer(format) + on_sawtooth(c, mask_of(format.type));
}

std::uint64_t falling(const ElementFormat& format, const Counter& c) { return ~rising(format, c); }

}  // namespace assay::generators::integers
