// SPDX-License-Identifier: Apache-2.0
// Number formats of the simulator.
#include "runners/simulator/core/formats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace assay::simulator {
namespace {

// A finite number as an integer times a power of two.
struct Parts {
  bool negative;
  std::uint64_t significand;
  int exponent;
};

Parts parts_of(FloatFormat format, std::uint64_t bits) {
  const int bias = static_cast<int>(ones(format.exponent_bits - 1));
  const auto field = static_cast<int>(magnitude(format, bits) >> format.fraction_bits);
  const std::uint64_t fraction = bits & ones(format.fraction_bits);
  const std::uint64_t hidden = field == 0 ? 0 : 1ULL << format.fraction_bits;
  return {is_negative(format, bits), fraction | hidden,
          std::max(field, 1) - bias - format.fraction_bits};
}

// `significand` / 2^shift, rounded to an integer.
std::uint64_t shift_right(std::uint64_t significand, int shift, Rounding rounding) {
  if (shift > 64) return 0;
  const std::uint64_t kept = shift == 64 ? 0 : significand >> shift;
  if (rounding == Rounding::toward_zero) return kept;
  const std::uint64_t rest = significand & ones(shift);
  const std::uint64_t half = 1ULL << (shift - 1);
  const bool up = rest > half || (rest == half && (kept & 1U) != 0);
  return kept + (up ? 1 : 0);
}

std::uint64_t float_to_float(FloatFormat from, std::uint64_t bits, FloatFormat to,
                             Rounding rounding) {
  const std::uint64_t sign = is_negative(from, bits) ? 1ULL << (total_bits(to) - 1) : 0;
  if (is_infinite(from, bits)) return sign | infinity(to);
  if (is_nan(from, bits)) {
    const int shift = to.fraction_bits - from.fraction_bits;
    const std::uint64_t payload = bits & ones(from.fraction_bits);
    return sign | quiet_nan(to) | (shift >= 0 ? payload << shift : payload >> -shift);
  }
  const Parts parts = parts_of(from, bits);
  return encode(to, parts.negative, parts.significand, parts.exponent, rounding);
}

std::uint64_t float_to_integer(double value, std::uint32_t to) {
  const int width = width_of(to);
  if (std::isnan(value)) return 0;
  const double whole = std::trunc(value);
  const int value_bits = is_signed_integer(to) ? width - 1 : width;
  const double limit = std::ldexp(1.0, value_bits);
  const double lowest = is_signed_integer(to) ? -limit : 0.0;
  if (whole >= limit) return ones(value_bits);
  if (whole <= lowest) return is_signed_integer(to) ? 1ULL << (width - 1) : 0;
  const auto size = static_cast<std::uint64_t>(std::fabs(whole));
  return (whole < 0 ? 0 - size : size) & ones(width);
}

std::uint64_t integer_to_float(std::uint32_t from, std::uint64_t bits, FloatFormat to,
                               Rounding rounding) {
  const std::int64_t number = sign_extended(from, bits);
  const bool negative = is_signed_integer(from) && number < 0;
  const auto pattern = static_cast<std::uint64_t>(number);
  return encode(to, negative, negative ? 0 - pattern : pattern, 0, rounding);
}

}  // namespace

namespace {

// A host's ldexp costs more than most instructions that are simulated with its result.
double power_of_two(int exponent) {
  constexpr int bias = 1023, fraction_bits = 52, smallest_normal = -1022;
  if (exponent < smallest_normal || exponent > bias) return std::ldexp(1.0, exponent);
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + bias) << fraction_bits);
}

}  // namespace

double value_of(std::uint32_t element, std::uint64_t bits) {
  if (element == ASSAY_F32) {
    const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (!std::isnan(number)) return number;
  }
  const std::optional<FloatFormat> format = float_format(element);
  if (!format) {
    const std::int64_t number = sign_extended(element, bits);
    return element == ASSAY_U64 ? static_cast<double>(bits) : static_cast<double>(number);
  }
  const double sign = is_negative(*format, bits) ? -1.0 : 1.0;
  if (is_nan(*format, bits)) {
    return std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
  }
  if (is_infinite(*format, bits)) return sign * std::numeric_limits<double>::infinity();
  const Parts parts = parts_of(*format, bits);
  return sign * static_cast<double>(parts.significand) * power_of_two(parts.exponent);
}

std::uint64_t encode(FloatFormat format, bool negative, std::uint64_t significand, int exponent,
                     Rounding rounding) {
  const std::uint64_t sign = negative ? 1ULL << (total_bits(format) - 1) : 0;
  if (significand == 0) return sign;
  const int smallest = 2 - (1 << (format.exponent_bits - 1));
  const int leading = exponent + static_cast<int>(std::bit_width(significand)) - 1;
  const int scale = std::max(leading, smallest);
  const int shift = scale - format.fraction_bits - exponent;
  const std::uint64_t digits =
      shift <= 0 ? significand << -shift : shift_right(significand, shift, rounding);
  // The hidden bit, and a carry out of the fraction, add one to the exponent field.
  if (scale - smallest >= (1 << format.exponent_bits)) return sign | infinity(format);
  const std::uint64_t field = static_cast<std::uint64_t>(scale - smallest) << format.fraction_bits;
  return sign | std::min(field + digits, infinity(format));
}

namespace {

/// The 80-bit format: a significand with its leading bit, and a biased exponent.
constexpr bool is_x87 =
    std::numeric_limits<long double>::digits == 64 && std::endian::native == std::endian::little;

struct X87 {
  std::uint64_t significand;
  int exponent;  ///< of the lowest bit
};

X87 x87_parts(long double finite) {
  constexpr int bias = 16383;
  std::uint64_t significand = 0;
  std::uint16_t sign_and_exponent = 0;
  std::memcpy(&significand, &finite, sizeof significand);
  std::memcpy(&sign_and_exponent, reinterpret_cast<const char*>(&finite) + sizeof significand,
              sizeof sign_and_exponent);
  const int field = sign_and_exponent & 0x7FFF;
  return {significand, std::max(field, 1) - bias - 63};
}

}  // namespace

std::uint64_t encode(FloatFormat format, long double value) {
  if (std::isnan(value)) return quiet_nan(format);
  const bool negative = std::signbit(value);
  const std::uint64_t sign = negative ? 1ULL << (total_bits(format) - 1) : 0;
  if (std::isinf(value)) return sign | infinity(format);
  if constexpr (is_x87) {
    const X87 parts = x87_parts(value);
    return encode(format, negative, parts.significand, parts.exponent);
  }
  int exponent = 0;
  const long double fraction = std::frexp(std::fabs(value), &exponent);
  const long double scaled = std::ldexp(fraction, 63);
  // A sticky lowest bit keeps a longer significand on the right side of a tie.
  const auto whole = static_cast<std::uint64_t>(scaled);
  const bool inexact = static_cast<long double>(whole) != scaled;
  return encode(format, negative, (whole << 1) | (inexact ? 1U : 0U), exponent - 64);
}

std::optional<std::uint64_t> convert(std::uint32_t from, std::uint64_t bits, std::uint32_t to,
                                     Rounding rounding) {
  if (from == to) return bits & ones(width_of(to));
  const std::optional<FloatFormat> source = float_format(from);
  const std::optional<FloatFormat> target = float_format(to);
  if ((!source && !is_integer(from)) || (!target && !is_integer(to))) return std::nullopt;
  if (source && target) return float_to_float(*source, bits, *target, rounding);
  if (source) return float_to_integer(value_of(from, bits), to);
  if (target) return integer_to_float(from, bits, *target, rounding);
  return static_cast<std::uint64_t>(sign_extended(from, bits)) & ones(width_of(to));
}

bool converts_exactly(std::uint32_t from, std::uint64_t bits, std::uint32_t to) {
  const std::optional<std::uint64_t> there = convert(from, bits, to);
  if (!there) return false;
  const std::optional<std::uint64_t> back = convert(to, *there, from);
  return back && *back == (bits & ones(width_of(from)));
}

std::uint64_t pad_pattern(std::uint32_t element, std::uint32_t pad, std::uint32_t custom_bits) {
  const int width = width_of(element);
  if (pad == ASSAY_PAD_CUSTOM) return custom_bits & ones(width);
  if (pad != ASSAY_PAD_MAX && pad != ASSAY_PAD_MIN) return 0;
  const bool most = pad == ASSAY_PAD_MAX;
  switch (element) {
    case ASSAY_E4M3:
      return most ? 0x7E : 0xFE;
    case ASSAY_E5M2:
      return most ? 0x7C : 0xFC;
    case ASSAY_E8M0:
      return most ? 0xFE : 0;
    case ASSAY_HIF8:
      return most ? 0x6F : 0xEF;
    default:
      break;
  }
  if (const auto format = float_format(element); format && width < 64) {
    return most ? infinity(*format) : infinity(*format) | (1ULL << (width - 1));
  }
  if (!is_integer(element) || width == 4) return 0;
  if (is_signed_integer(element)) return most ? ones(width - 1) : 1ULL << (width - 1);
  return most ? ones(width) : 0;
}

}  // namespace assay::simulator
