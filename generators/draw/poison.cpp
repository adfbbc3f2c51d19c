// SPDX-License-Identifier: Apache-2.0
// Hostile contents for everything that a call must not read.
#include "generators/draw/poison.hpp"

#include <algorithm>
#include <array>

#include "generators/values/bit_patterns.hpp"

namespace assay::generators {
namespace {

using Pair = std::array<Pattern, 2>;  // for even and odd indices

/// `free_bits` low bits vary below the fixed ones; the lowest is the parity of the index, so that
/// neighbours differ.
Pair varied(std::uint64_t fixed, int free_bits) {
  const std::uint64_t mask = (std::uint64_t{1} << free_bits) - 1;
  const Pattern even{fixed & ~mask, mask & ~std::uint64_t{1}};
  return {even, Pattern{even.fixed | 1, even.free}};
}

/// The pair with some bits set, and others clear.
Pair forced(Pair pair, std::uint64_t set, std::uint64_t clear) {
  for (Pattern& pattern : pair) {
    pattern.fixed = (pattern.fixed | set) & ~clear;
    pattern.free &= ~(set | clear);
  }
  return pair;
}

Pair integer_poison(const ElementFormat& format, Poison poison) {
  const int low = std::max(format.bits - 4, 2);
  const std::uint64_t mask = mask_of(format.type);
  const bool is_signed = format.kind == ElementKind::signed_integer;
  if (poison == Poison::first) return varied(is_signed ? mask >> 1 : mask, low);
  return varied(is_signed ? sign_bit(format) : 0, std::min(low, 4));
}

Pair coded_poison(const ElementFormat& format, Poison poison) {
  const bool first = poison == Poison::first;
  switch (format.type) {
    case ElementType::e8m0:  // no sign: large against NaN and its neighbours
      return forced(varied(first ? 0xe0 : 0xf0, 4), first ? 0 : 0x0c, 0);
    case ElementType::hif8:  // 2^12 .. 2^15 against -2^12 .. -infinity
      return forced(varied(first ? 0x68 : 0xe8, 3), 0, first ? 2 : 0);
    default:  // the upper half of the magnitudes of a 4-bit float
      return varied(first ? 0x4 : 0xc, 2);
  }
}

Pair float_poison(const ElementFormat& format, Poison poison) {
  const std::uint64_t exponent = top_exponent(format) - (format.has_infinity ? 0 : 1);
  const std::uint64_t fraction = fraction_mask(format);
  if (poison == Poison::first) {
    return varied(assemble(format, false, exponent, 0), fraction_bits(format));
  }
  // NaNs with payloads and numbers in turn: one shows in arithmetic, the other in comparisons. A
  // format with a single NaN still has neighbours that differ.
  const Pattern nan{not_a_number(format, true, 1), format.has_infinity ? fraction & ~1ULL : 0};
  return {nan, Pattern{assemble(format, true, exponent, 0), fraction}};
}

}  // namespace

std::array<Pattern, 2> poison_patterns(ElementType type, Poison poison) {
  const ElementFormat& format = format_of(type);
  if (format.kind != ElementKind::floating) return integer_poison(format, poison);
  return has_fields(format) ? float_poison(format, poison) : coded_poison(format, poison);
}

std::array<Pattern, 2> printable_poison_patterns(ElementType type, Poison poison) {
  const ElementFormat& format = format_of(type);
  if (!has_fields(format)) return poison_patterns(type, poison);
  const int highest = static_cast<int>(top_exponent(format)) - 1;
  const auto exponent = static_cast<std::uint64_t>(std::min(format.bias + 9, highest));
  const bool negative = poison == Poison::second;
  return varied(assemble(format, negative, exponent, 0), fraction_bits(format));
}

}  // namespace assay::generators
