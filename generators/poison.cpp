// SPDX-License-Identifier: Apache-2.0
// Hostile contents for everything that a call must not read.
#include "generators/poison.hpp"

#include <algorithm>

#include "generators/bit_patterns.hpp"

namespace assay::generators {
namespace {

/// Random bits whose lowest is the parity of the index, so that neighbours differ.
std::uint64_t varied(const Counter& c) { return (c.word(0) & ~std::uint64_t{1}) | (c.index & 1); }

/// `free_bits` low bits vary below the fixed ones.
std::uint64_t filled(std::uint64_t fixed, int free_bits, const Counter& c) {
  const std::uint64_t mask = (std::uint64_t{1} << free_bits) - 1;
  return (fixed & ~mask) | (varied(c) & mask);
}

std::uint64_t integer_poison(const ElementFormat& format, Poison poison, const Counter& c) {
  const int low = std::max(format.bits - 4, 2);
  const std::uint64_t mask = mask_of(format.type);
  const bool is_signed = format.kind == ElementKind::signed_integer;
  if (poison == Poison::first) return filled(is_signed ? mask >> 1 : mask, low, c) & mask;
  return filled(is_signed ? sign_bit(format) : 0, std::min(low, 4), c);
}

std::uint64_t coded_poison(const ElementFormat& format, Poison poison, const Counter& c) {
  const bool first = poison == Poison::first;
  switch (format.type) {
    case ElementType::e8m0:  // no sign: large against NaN and its neighbours
      return filled(first ? 0xe0 : 0xf0, 4, c) | (first ? 0 : 0x0c);
    case ElementType::hif8:  // 2^12 .. 2^15 against -2^12 .. -infinity
      return filled(first ? 0x68 : 0xe8, 3, c) & ~std::uint64_t{first ? 2U : 0U};
    default:  // the upper half of the magnitudes of a 4-bit float
      return filled(first ? 0x4 : 0xc, 2, c);
  }
}

std::uint64_t float_poison(const ElementFormat& format, Poison poison, const Counter& c) {
  const std::uint64_t exponent = top_exponent(format) - (format.has_infinity ? 0 : 1);
  if (poison == Poison::first) return assemble(format, false, exponent, varied(c));
  // NaNs with payloads and numbers in turn: one shows in arithmetic, the other in comparisons. A
  // format with a single NaN still has neighbours that differ.
  if ((c.index & 1) == 0) return not_a_number(format, true, c.word(0));
  return assemble(format, true, exponent, c.word(0));
}

}  // namespace

std::uint64_t poison_bits(ElementType type, Poison poison, const Counter& counter) {
  const ElementFormat& format = format_of(type);
  if (format.kind != ElementKind::floating) return integer_poison(format, poison, counter);
  return has_fields(format) ? float_poison(format, poison, counter)
                            : coded_poison(format, poison, counter);
}

std::uint64_t printable_poison_bits(ElementType type, Poison poison, const Counter& counter) {
  const ElementFormat& format = format_of(type);
  if (!has_fields(format)) return poison_bits(type, poison, counter);
  const int highest = static_cast<int>(top_exponent(format)) - 1;
  const int exponent = std::min(format.bias + 9, highest);
  const bool first = poison == Poison::first;
  return assemble(format, !first, static_cast<std::uint64_t>(exponent), varied(counter));
}

}  // namespace assay::generators
