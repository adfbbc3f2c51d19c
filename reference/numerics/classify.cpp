// SPDX-License-Identifier: Apache-2.0
// Order and landmarks of bit patterns, all read off the ladder of the format.
#include "reference/numerics/classify.hpp"

#include "reference/numerics/ladder.hpp"

namespace assay::numerics {
namespace {

std::uint64_t sign_bit(ElementType type) { return classes_of(type).sign; }

std::uint64_t magnitude(ElementType type, std::uint64_t bits) {
  return bits & classes_of(type).magnitude;
}

std::int64_t rung(ElementType type, std::uint64_t bits) {
  return ladder::rung_of_bits(type, magnitude(type, bits));
}

std::int64_t infinite_rung(ElementType type) { return ladder::largest_rung(type) + 1; }

/// How far the negative half is moved down to make room for a second zero.
std::int64_t second_zero(ElementType type) { return type == ElementType::hif8 ? 0 : 1; }

std::int64_t integer_key(ElementType type, std::uint64_t bits) {
  if (type == ElementType::u64) return static_cast<std::int64_t>(bits ^ std::uint64_t{1} << 63);
  if (!is_signed(type)) return static_cast<std::int64_t>(bits & mask_of(type));
  const int shift = 64 - bits_of(type);
  return static_cast<std::int64_t>(bits << shift) >> shift;
}

}  // namespace

bool is_subnormal(ElementType type, std::uint64_t bits) {
  const std::uint64_t size = magnitude(type, bits);
  if (type != ElementType::hif8) return size != 0 && size < classes_of(type).normal;
  return size != 0 && rung(type, bits) < rung(type, smallest_normal(type));
}

std::int64_t order_key(ElementType type, std::uint64_t bits) {
  if (is_integer(type)) return integer_key(type, bits);
  const std::int64_t key = rung(type, bits);
  return is_negative(type, bits) ? -key - second_zero(type) : key;
}

std::uint64_t from_order_key(ElementType type, std::int64_t key) {
  if (type == ElementType::u64) return static_cast<std::uint64_t>(key) ^ std::uint64_t{1} << 63;
  if (is_integer(type)) return static_cast<std::uint64_t>(key) & mask_of(type);
  if (key >= 0) return ladder::bits_of_rung(type, key);
  return ladder::bits_of_rung(type, -key - second_zero(type)) | sign_bit(type);
}

std::uint64_t quiet_nan(ElementType type) {
  const ElementFormat& format = format_of(type);
  if (!format.has_nan) return 0;
  if (type == ElementType::hif8) return hif8_nan;
  const std::uint64_t all_ones = mask_of(type) & ~sign_bit(type);
  if (!format.has_infinity) return all_ones;
  const std::uint64_t fraction = (std::uint64_t{1} << (format.precision - 2)) - 1;
  return all_ones & ~fraction;
}

std::uint64_t infinity(ElementType type, bool negative) {
  if (!format_of(type).has_infinity) return 0;
  return ladder::bits_of_rung(type, infinite_rung(type)) | (negative ? sign_bit(type) : 0);
}

std::uint64_t largest_finite(ElementType type, bool negative) {
  if (is_float(type)) {
    if (negative && sign_bit(type) == 0) return 0;
    const std::uint64_t bits = ladder::bits_of_rung(type, ladder::largest_rung(type));
    return negative ? bits | sign_bit(type) : bits;
  }
  const std::uint64_t top = std::uint64_t{1} << (bits_of(type) - 1);
  if (is_signed(type)) return negative ? top : top - 1;
  return negative ? 0 : mask_of(type);
}

std::uint64_t smallest_normal(ElementType type) {
  if (is_integer(type)) return 1;
  if (type == ElementType::e8m0) return 0;
  if (type == ElementType::hif8) return 0x7E;
  return std::uint64_t{1} << (format_of(type).precision - 1);
}

std::uint64_t smallest_subnormal(ElementType type) {
  return is_float(type) && type != ElementType::e8m0 ? 1 : 0;
}

}  // namespace assay::numerics
