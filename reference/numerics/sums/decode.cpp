// SPDX-License-Identifier: Apache-2.0
// Elements to floats, formats to numbers, doubles to elements.
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"
#include "reference/numerics/sums/internal.hpp"

namespace assay::numerics::summation {
namespace {

bool fits_f32(ElementType type) { return is_float(type) && type != ElementType::f64; }

float slow_value_of(ElementType type, std::uint64_t bits) {
  return static_cast<float>(numerics::decode(type, bits).to_double());
}

/// Values of all codes of the formats of at most 8 bits.
struct Table {
  std::array<float, 256> values{};

  explicit Table(ElementType type) {
    for (std::uint64_t code = 0; code <= mask_of(type); ++code) {
      values[code] = slow_value_of(type, code);
    }
  }
};

const Table& table_of(ElementType type) {
  static const std::array<Table, 6> tables{Table(ElementType::e4m3), Table(ElementType::e5m2),
                                           Table(ElementType::e8m0), Table(ElementType::hif8),
                                           Table(ElementType::e2m1), Table(ElementType::e1m2)};
  return tables.at(static_cast<std::size_t>(type) - static_cast<std::size_t>(ElementType::e4m3));
}

/// Without branches, so that loops over it vectorise. Moving the bits of a normal half into place
/// leaves its exponent 112 too low; a subnormal one is an integer times 2^-24.
float half_to_float(std::uint32_t bits) {
  const std::uint32_t magnitude = bits & 0x7FFF;
  const float subnormal = static_cast<float>(static_cast<std::int32_t>(magnitude)) * 0x1p-24F;
  const std::uint32_t special = magnitude >= 0x7C00 ? 112U << 23 : 0U;
  const std::uint32_t normal = (magnitude << 13) + (112U << 23) + special;
  const std::uint32_t small = std::bit_cast<std::uint32_t>(subnormal);
  return std::bit_cast<float>((magnitude < 0x400 ? small : normal) | (bits & 0x8000) << 16);
}

float bfloat_to_float(std::uint32_t bits) { return std::bit_cast<float>(bits << 16); }

template <typename Convert>
void decode_halves(const Terms& terms, std::int64_t begin, std::span<float> out, Convert convert) {
  std::array<std::uint16_t, block> packed;
  if (terms.stride == 1) {
    std::memcpy(packed.data(), terms.bits.data() + (terms.first + begin) * 2, out.size() * 2);
  } else {
    for (std::size_t i = 0; i < out.size(); ++i) {
      packed[i] = static_cast<std::uint16_t>(terms[begin + static_cast<std::int64_t>(i)]);
    }
  }
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = convert(packed[i]);
}

void decode_singles(const Terms& terms, std::int64_t begin, std::span<float> out) {
  if (terms.stride == 1) {
    std::memcpy(out.data(), terms.bits.data() + (terms.first + begin) * 4, out.size() * 4);
    return;
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = std::bit_cast<float>(
        static_cast<std::uint32_t>(terms[begin + static_cast<std::int64_t>(i)]));
  }
}

void require_float(ElementType type) {
  if (fits_f32(type)) return;
  throw std::invalid_argument("no exact sums of " + std::string(name_of(type)));
}

Accumulator make_accumulator(ElementType type) {
  const int precision = format_of(type).precision;
  const double unit = power_of_two(-precision);
  return {precision, unit, quantum_of(type), power_of_two(ladder::lowest_binade(type)),
          power_of_two(ladder::highest_binade(type)) * (2 - unit)};
}

}  // namespace

float value_of(ElementType type, std::uint64_t bits) {
  require_float(type);
  if (type == ElementType::f32) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (type == ElementType::f16) return half_to_float(static_cast<std::uint32_t>(bits & 0xFFFF));
  if (type == ElementType::bf16) return bfloat_to_float(static_cast<std::uint32_t>(bits & 0xFFFF));
  return table_of(type).values.at(bits & mask_of(type));
}

void decode(const Terms& terms, std::int64_t begin, std::span<float> out) {
  require_float(terms.type);
  if (terms.type == ElementType::f32) return decode_singles(terms, begin, out);
  if (terms.type == ElementType::f16) return decode_halves(terms, begin, out, half_to_float);
  if (terms.type == ElementType::bf16) return decode_halves(terms, begin, out, bfloat_to_float);
  const Table& table = table_of(terms.type);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = table.values[terms[begin + static_cast<std::int64_t>(i)]];
  }
}

const Accumulator& accumulator(ElementType type) {
  static const std::array formats{make_accumulator(ElementType::f32),
                                  make_accumulator(ElementType::f16),
                                  make_accumulator(ElementType::bf16)};
  const auto index = static_cast<std::size_t>(type);  // they are the first three types
  if (index < formats.size()) return formats[index];
  throw std::invalid_argument("no sums in " + std::string(name_of(type)));
}

bool contains(ElementType outer, ElementType inner) {
  if (outer == inner) return true;
  const auto largest_of = [](ElementType type) {
    return static_cast<double>(value_of(type, largest_finite(type, false)));
  };
  return format_of(inner).precision <= format_of(outer).precision &&
         quantum_of(inner) >= quantum_of(outer) && largest_of(inner) <= largest_of(outer);
}

std::uint64_t round_nearest(ElementType type, double value) {
  if (type == ElementType::f32) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }
  const int precision = format_of(type).precision;
  const int lowest_exponent = ladder::lowest_binade(type);
  const std::uint64_t sign = std::bit_cast<std::uint64_t>(value) >> 63 << (bits_of(type) - 1);
  const double magnitude = std::abs(value);
  if (magnitude >= 0x1p200) return infinity(type, sign != 0);
  const int exponent = std::max(
      static_cast<int>(std::bit_cast<std::uint64_t>(magnitude) >> 52) - 1023, lowest_exponent);
  // Adding and taking away 1.5 * 2^52 rounds to an integer, ties to even.
  const double scaled = magnitude * power_of_two(precision - 1 - exponent);
  const auto steps = static_cast<std::uint64_t>((scaled + 0x1.8p52) - 0x1.8p52);
  const std::uint64_t code =
      steps + (static_cast<std::uint64_t>(exponent - lowest_exponent) << (precision - 1));
  return std::min(code, infinity(type, false)) | sign;
}

}  // namespace assay::numerics::summation
