// SPDX-License-Identifier: Apache-2.0
// Number formats of the simulator: patterns in memory, floating-point codecs, scalar conversion.
#pragma once

#include <cstdint>
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
std::optional<FloatFormat> float_format(std::uint32_t element);

std::uint64_t magnitude(FloatFormat format, std::uint64_t bits);  ///< pattern without its sign
bool is_nan(FloatFormat format, std::uint64_t bits);
bool is_infinite(FloatFormat format, std::uint64_t bits);
bool is_subnormal(FloatFormat format, std::uint64_t bits);
std::uint64_t quiet_nan(FloatFormat format);

/// Pattern of the integer as a signed or unsigned 64-bit number.
std::int64_t sign_extended(std::uint32_t element, std::uint64_t bits);

/// Exact value of a floating-point or (up to 53 bits) integer pattern.
double value_of(std::uint32_t element, std::uint64_t bits);

enum class Rounding : std::uint8_t { nearest_even, toward_zero };

/// +-significand * 2^exponent in a format. Overflow gives infinity.
std::uint64_t encode(FloatFormat format, bool negative, std::uint64_t significand, int exponent,
                     Rounding rounding = Rounding::nearest_even);

/// A number in a format, rounded once.
std::uint64_t encode(FloatFormat format, long double value);

/// What C++ makes of a scalar of type `from` passed for a parameter of type `to`; nothing where the
/// simulator does not know the pair. Numbers out of an integer's range are clamped, NaN becomes 0.
std::optional<std::uint64_t> convert(std::uint32_t from, std::uint64_t bits, std::uint32_t to,
                                     Rounding rounding = Rounding::nearest_even);

/// True when `convert` between two floating-point formats, or from an integer, loses no bit.
bool converts_exactly(std::uint32_t from, std::uint64_t bits, std::uint32_t to);

/// Pattern of a tile's pad; 0 for Null, for Zero and for the types without extremes.
std::uint64_t pad_pattern(std::uint32_t element, std::uint32_t pad, std::uint32_t custom_bits);

/// Element `index` of memory that holds elements of `width` bits one after the other.
std::uint64_t load_bits(const void* memory, int width, std::int64_t index);
void store_bits(void* memory, int width, std::int64_t index, std::uint64_t bits);

}  // namespace assay::simulator
