// SPDX-License-Identifier: Apache-2.0
// Number formats of the simulator: patterns in memory, floating-point codecs, scalar conversion.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

#include "runners/backend.h"
#include "runners/simulator/rules/elements.hpp"

namespace assay::simulator {

/// An IEEE binary format: one sign bit, then exponent, then fraction.
struct FloatFormat {
  int exponent_bits;
  int fraction_bits;
};

/// f16, bf16, f32 and f64; nothing for all others.
constexpr std::optional<FloatFormat> float_format(std::uint32_t element) {
  switch (element) {
    case ASSAY_F16:
      return FloatFormat{5, 10};
    case ASSAY_BF16:
      return FloatFormat{8, 7};
    case ASSAY_F32:
      return FloatFormat{8, 23};
    case ASSAY_F64:
      return FloatFormat{11, 52};
    default:
      return std::nullopt;
  }
}

/// The lowest bits of a word.
constexpr std::uint64_t ones(int count) { return count >= 64 ? ~0ULL : (1ULL << count) - 1; }

constexpr int total_bits(FloatFormat format) {
  return 1 + format.exponent_bits + format.fraction_bits;
}

constexpr std::uint64_t infinity(FloatFormat format) {
  return ones(format.exponent_bits) << format.fraction_bits;
}

/// The pattern without its sign.
constexpr std::uint64_t magnitude(FloatFormat format, std::uint64_t bits) {
  return bits & ones(total_bits(format) - 1);
}

constexpr bool is_negative(FloatFormat format, std::uint64_t bits) {
  return ((bits >> (total_bits(format) - 1)) & 1U) != 0;
}

constexpr bool is_nan(FloatFormat format, std::uint64_t bits) {
  return magnitude(format, bits) > infinity(format);
}

constexpr bool is_infinite(FloatFormat format, std::uint64_t bits) {
  return magnitude(format, bits) == infinity(format);
}

constexpr bool is_subnormal(FloatFormat format, std::uint64_t bits) {
  const std::uint64_t size = magnitude(format, bits);
  return size != 0 && size < (1ULL << format.fraction_bits);
}

constexpr std::uint64_t quiet_nan(FloatFormat format) {
  return infinity(format) | (1ULL << (format.fraction_bits - 1));
}

/// Pattern of the integer as a signed or unsigned 64-bit number.
constexpr std::int64_t sign_extended(std::uint32_t element, std::uint64_t bits) {
  const int width = width_of(element);
  const std::uint64_t pattern = bits & ones(width);
  const bool negative = is_signed_integer(element) && ((pattern >> (width - 1)) & 1U) != 0;
  return std::bit_cast<std::int64_t>(negative ? pattern | ~ones(width) : pattern);
}

/// Exact value of a floating-point or (up to 53 bits) integer pattern.
double value_of(std::uint32_t element, std::uint64_t bits);

enum class Rounding : std::uint8_t { nearest_even, toward_zero };

/// +-significand * 2^exponent in a format. Overflow gives infinity.
std::uint64_t encode(FloatFormat format, bool negative, std::uint64_t significand, int exponent,
                     Rounding rounding = Rounding::nearest_even);

/// A number in a format, rounded once.
std::uint64_t encode(FloatFormat format, long double value);

/// The value of a scalar of type `from` passed in C++ for a parameter of type `to`; nothing if the
/// pair is unknown. Numbers out of an integer's range are clamped, NaN becomes 0.
std::optional<std::uint64_t> convert(std::uint32_t from, std::uint64_t bits, std::uint32_t to,
                                     Rounding rounding = Rounding::nearest_even);

/// True when `convert` between two floating-point formats, or from an integer, loses no bit.
bool converts_exactly(std::uint32_t from, std::uint64_t bits, std::uint32_t to);

/// Pattern of a tile's pad; 0 for Null, for Zero and for the types without extremes.
std::uint64_t pad_pattern(std::uint32_t element, std::uint32_t pad, std::uint32_t custom_bits);

/// Element `index` of memory that holds elements of `width` bits one after the other.
inline std::uint64_t load_bits(const void* memory, int width, std::int64_t index) {
  const auto* bytes = static_cast<const unsigned char*>(memory);
  const auto load = [&]<typename Word>(Word word) {
    std::memcpy(&word, bytes + index * static_cast<std::int64_t>(sizeof word), sizeof word);
    return std::uint64_t{word};
  };
  switch (width) {
    case 4:
      return (bytes[index / 2] >> (index % 2 == 0 ? 0U : 4U)) & 0xFU;
    case 8:
      return bytes[index];
    case 16:
      return load(std::uint16_t{});
    case 32:
      return load(std::uint32_t{});
    default:
      return load(std::uint64_t{});
  }
}

inline void store_bits(void* memory, int width, std::int64_t index, std::uint64_t bits) {
  auto* bytes = static_cast<unsigned char*>(memory);
  const auto store = [&]<typename Word>(Word word) {
    word = static_cast<Word>(bits);
    std::memcpy(bytes + index * static_cast<std::int64_t>(sizeof word), &word, sizeof word);
  };
  switch (width) {
    case 4: {
      const unsigned shift = index % 2 == 0 ? 0 : 4;
      const unsigned kept = bytes[index / 2] & (0xF0U >> shift);
      const auto low = static_cast<unsigned>(bits & 0xFU);
      bytes[index / 2] = static_cast<unsigned char>(kept | (low << shift));
      return;
    }
    case 8:
      return store(std::uint8_t{});
    case 16:
      return store(std::uint16_t{});
    case 32:
      return store(std::uint32_t{});
    default:
      return store(std::uint64_t{});
  }
}

}  // namespace assay::simulator
