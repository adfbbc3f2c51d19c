// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/conversion/conversion_formats.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "runners/simulator/core/formats.hpp"

namespace assay::simulator {
namespace {

using Limits = std::numeric_limits<long double>;

constexpr std::array<long double, 8> e2m1{0.0L, 0.5L, 1.0L, 1.5L, 2.0L, 3.0L, 4.0L, 6.0L};

long double e4m3(std::uint64_t code) {
  if (code == 0x7F) return Limits::quiet_NaN();
  const auto field = static_cast<int>(code >> 3U);
  const auto fraction = static_cast<long double>(code & 7U);
  return field == 0 ? fraction * power(-9) : (8 + fraction) * power(field - 10);
}

long double e5m2(std::uint64_t code) {
  if (code == 0x7C) return Limits::infinity();
  if (code > 0x7C) return Limits::quiet_NaN();
  const auto field = static_cast<int>(code >> 2U);
  const auto fraction = static_cast<long double>(code & 3U);
  return field == 0 ? fraction * power(-16) : (4 + fraction) * power(field - 17);
}

// A HiFloat8 code without its sign: how many bits hold the exponent, and where the fraction begins.
struct Taper {
  int exponent_bits;
  int fraction_bits;
};

Taper taper_of(std::uint64_t code) {
  if (code >= 0x60) return {4, 1};
  if (code >= 0x40) return {3, 2};
  if (code >= 0x20) return {2, 3};
  return code >= 0x10 ? Taper{1, 3} : Taper{0, 3};
}

// The first bit of the exponent is its sign; a leading one of the rest is not stored.
int exponent_of(std::uint64_t field, int bits) {
  if (bits == 0) return 0;
  const int size = (1 << (bits - 1)) | static_cast<int>(field & ((1U << (bits - 1)) - 1));
  return ((field >> (bits - 1)) & 1U) != 0 ? -size : size;
}

long double tapered(std::uint64_t code, const Taper& taper) {
  const std::uint64_t field = (code >> taper.fraction_bits) & ((1U << taper.exponent_bits) - 1);
  const std::uint64_t fraction = code & ((1U << taper.fraction_bits) - 1);
  const long double one = power(taper.fraction_bits);
  return (one + static_cast<long double>(fraction)) *
         power(exponent_of(field, taper.exponent_bits) - taper.fraction_bits);
}

long double hifloat8(std::uint64_t code) {
  if (code == 0) return 0;
  if (code < 8) return power(static_cast<int>(code) - 23);
  if (code == 0x6F) return Limits::infinity();
  return tapered(code, taper_of(code));
}

long double magnitude_of(std::uint32_t element, std::uint64_t code) {
  switch (element) {
    case ASSAY_E4M3:
      return e4m3(code);
    case ASSAY_E5M2:
      return e5m2(code);
    case ASSAY_HIF8:
      return hifloat8(code);
    case ASSAY_E2M1:
      return e2m1.at(code);
    default:
      return static_cast<long double>(code) / 4;  // e1m2
  }
}

std::uint64_t sign_of(std::uint32_t element) { return 1ULL << (width_of(element) - 1); }

}  // namespace

long double number_of(std::uint32_t element, std::uint64_t bits) {
  if (element == ASSAY_F32) return value_of(element, bits);
  if (is_integer(element)) {
    const std::int64_t number = sign_extended(element, bits);
    return element == ASSAY_U64 ? static_cast<long double>(bits) : static_cast<long double>(number);
  }
  if (float_format(element)) return value_of(element, bits);
  if (element == ASSAY_HIF8 && bits == 0x80) return Limits::quiet_NaN();
  if (element == ASSAY_E8M0) {
    return bits == 0xFF ? Limits::quiet_NaN() : power(static_cast<int>(bits) - 127);
  }
  const std::uint64_t sign = sign_of(element);
  const long double size = magnitude_of(element, bits & (sign - 1));
  return (bits & sign) != 0 ? -size : size;
}

long double largest_of(std::uint32_t element) {
  switch (element) {
    case ASSAY_F16:
      return 65504;
    case ASSAY_BF16:
      return 255 * power(120);
    case ASSAY_F32:
      return std::numeric_limits<float>::max();
    case ASSAY_E4M3:
      return 448;
    case ASSAY_E5M2:
      return 57344;
    case ASSAY_HIF8:
      return 32768;
    case ASSAY_E2M1:
      return 6;
    case ASSAY_E1M2:
      return 1.75L;
    default:
      return power(width_of(element) - (is_signed_integer(element) ? 1 : 0)) - 1;
  }
}

std::uint64_t pattern_of(std::uint32_t element, long double value) {
  if (const auto format = float_format(element)) return encode(*format, value);
  if (element == ASSAY_E8M0) {
    if (!(value > 0)) return 0xFF;
    return static_cast<std::uint64_t>(std::clamp(std::ilogb(value), -127, 127) + 127);
  }
  const std::uint64_t sign = sign_of(element);
  if (std::isnan(value)) return element == ASSAY_HIF8 ? sign : sign - 1;
  const long double size = std::fabs(value);
  std::uint64_t code = 0;
  while (code + 1 < sign && magnitude_of(element, code) != size) ++code;
  const bool unsigned_zero = element == ASSAY_HIF8 && code == 0;
  return std::signbit(value) && !unsigned_zero ? code | sign : code;
}

}  // namespace assay::simulator
