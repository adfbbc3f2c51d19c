// SPDX-License-Identifier: Apache-2.0
// Ladders of the plain formats (fields in order) and of HiFloat8 (MODEL section 1.4).
#include "reference/numerics/ladder.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace assay::numerics::ladder {
namespace {

namespace hif8 {

constexpr int lowest = -22;
constexpr int highest = 15;
constexpr int lowest_normal = -15;

constexpr int mantissa_bits(int exponent) {
  const int size = exponent < 0 ? -exponent : exponent;
  if (exponent < lowest_normal) return 0;
  if (size <= 3) return 3;
  return size <= 7 ? 2 : 1;
}

/// The seven bits after the sign: prefix code, exponent in sign and magnitude without its leading
/// one, mantissa.
constexpr std::uint8_t encode(int exponent, int mantissa) {
  if (exponent < lowest_normal) return static_cast<std::uint8_t>(exponent + 23);
  const int size = exponent < 0 ? -exponent : exponent;
  if (size == 0) return static_cast<std::uint8_t>(0b0001 << 3 | mantissa);
  const int width = static_cast<int>(std::bit_width(static_cast<unsigned>(size)));
  const int prefix = width == 1 ? 0b001 : width - 1;
  const int field = (exponent < 0 ? 1 << (width - 1) : 0) | (size & ((1 << (width - 1)) - 1));
  return static_cast<std::uint8_t>((prefix << width | field) << mantissa_bits(exponent) | mantissa);
}

struct Tables {
  std::array<std::uint8_t, 128> bits{};                    // by rung
  std::array<std::uint8_t, 128> rung{};                    // by bits
  std::array<std::int8_t, 128> exponent{};                 // by rung
  std::array<std::uint8_t, highest - lowest + 1> first{};  // rung of 2^exponent
};

constexpr Tables make_tables() {
  Tables tables;
  std::size_t rung = 1;
  for (int exponent = lowest; exponent <= highest; ++exponent) {
    tables.first[static_cast<std::size_t>(exponent - lowest)] = static_cast<std::uint8_t>(rung);
    for (int mantissa = 0; mantissa < 1 << mantissa_bits(exponent); ++mantissa, ++rung) {
      tables.bits[rung] = encode(exponent, mantissa);
      tables.rung[tables.bits[rung]] = static_cast<std::uint8_t>(rung);
      tables.exponent[rung] = static_cast<std::int8_t>(exponent);
    }
  }
  return tables;
}

constexpr Tables tables = make_tables();
constexpr std::int64_t infinity_rung = 127;

Binade binade(int exponent) {
  const int bits = mantissa_bits(exponent);
  const int first = tables.first[static_cast<std::size_t>(exponent - lowest)];
  return {exponent - bits, first - (1 << bits)};
}

Scaled value_of_rung(std::int64_t rung) {
  if (rung == 0) return {0, lowest};
  const auto [quantum, base] = binade(tables.exponent[static_cast<std::size_t>(rung)]);
  return {static_cast<std::uint64_t>(rung - base), static_cast<int>(quantum)};
}

}  // namespace hif8

int fraction_bits(const ElementFormat& format) { return format.precision - 1; }

std::int64_t all_ones(const ElementFormat& format) {
  const int bits = format.exponent_bits + fraction_bits(format);
  return static_cast<std::int64_t>((std::uint64_t{1} << bits) - 1);
}

}  // namespace

std::int64_t largest_rung(ElementType type) {
  if (type == ElementType::hif8) return hif8::infinity_rung - 1;
  const ElementFormat& format = format_of(type);
  if (format.has_infinity) return all_ones(format) - (std::int64_t{1} << fraction_bits(format));
  return format.has_nan ? all_ones(format) - 1 : all_ones(format);
}

std::uint64_t bits_of_rung(ElementType type, std::int64_t rung) {
  if (type == ElementType::hif8) return hif8::tables.bits[static_cast<std::size_t>(rung)];
  return static_cast<std::uint64_t>(rung);
}

std::int64_t rung_of_bits(ElementType type, std::uint64_t magnitude_bits) {
  if (type == ElementType::hif8) return hif8::tables.rung[magnitude_bits & 127];
  return static_cast<std::int64_t>(magnitude_bits);
}

int lowest_binade(ElementType type) {
  if (type == ElementType::hif8) return hif8::lowest;
  if (type == ElementType::e8m0) return -format_of(type).bias;
  return 1 - format_of(type).bias;
}

int highest_binade(ElementType type) {
  if (type == ElementType::hif8) return hif8::highest;
  const ElementFormat& format = format_of(type);
  return static_cast<int>(largest_rung(type) >> fraction_bits(format)) - format.bias;
}

Binade binade(ElementType type, std::int64_t exponent) {
  const std::int64_t lowest = lowest_binade(type);
  if (type == ElementType::hif8) {
    return hif8::binade(
        static_cast<int>(std::clamp<std::int64_t>(exponent, lowest, hif8::highest)));
  }
  exponent = std::max(exponent, lowest);
  const int fraction = fraction_bits(format_of(type));
  // e8m0 has no zero: its rung 0 is already the value one quantum above nothing.
  const int missing = type == ElementType::e8m0 ? 1 : 0;
  return {exponent - fraction, ((exponent - lowest) << fraction) - missing};
}

Scaled value_of_rung(ElementType type, std::int64_t rung) {
  if (type == ElementType::hif8) return hif8::value_of_rung(rung);
  if (type == ElementType::e8m0) return {1, static_cast<int>(rung) + lowest_binade(type)};
  const int fraction = fraction_bits(format_of(type));
  const std::int64_t field = rung >> fraction;
  const std::int64_t steps = std::max<std::int64_t>(field - 1, 0);
  return {static_cast<std::uint64_t>(rung - (steps << fraction)),
          static_cast<int>(steps) + lowest_binade(type) - fraction};
}

}  // namespace assay::numerics::ladder
