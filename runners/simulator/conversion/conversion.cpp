// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/conversion/conversion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "runners/simulator/conversion/conversion_formats.hpp"
#include "runners/simulator/core/formats.hpp"

namespace assay::simulator {
namespace {

constexpr long double infinite = std::numeric_limits<long double>::infinity();

bool is_odd(long double x) { return std::fmod(x, 2.0L) != 0; }

long double sticky(long double x) {
  const long double cut = std::trunc(x);
  if (cut == x || is_odd(cut)) return cut;
  return cut + std::copysign(1.0L, x);
}

// ---- to integers ----

std::uint64_t low_bits(std::uint32_t to, long double value) {
  const long double kept = std::clamp(value, -0x1p63L, 0x1p63L - 1);
  const auto number = value > 0x1p63L - 1
                          ? static_cast<std::uint64_t>(std::min(value, 0x1p64L - 1))
                          : static_cast<std::uint64_t>(static_cast<std::int64_t>(kept));
  const int width = width_of(to);
  return width == 64 ? number : number & ((1ULL << width) - 1);
}

long double smallest_of(std::uint32_t to) {
  return is_signed_integer(to) ? -largest_of(to) - 1 : 0;
}

std::uint64_t clamped(std::uint32_t to, long double value) {
  return low_bits(to, std::clamp(value, smallest_of(to), largest_of(to)));
}

// The value that represents no number: the least, or the largest of an unsigned type.
std::uint64_t indefinite(std::uint32_t to) {
  return low_bits(to, is_signed_integer(to) ? smallest_of(to) : largest_of(to));
}

std::uint64_t float_to_integer(const Job& job, long double x) {
  if (std::isnan(x)) return job.clamps ? 0 : indefinite(job.to);
  if (std::isinf(x)) return job.clamps ? clamped(job.to, x) : indefinite(job.to);
  const long double value = whole(job, x);
  return job.clamps ? clamped(job.to, value) : low_bits(job.to, value);
}

std::uint64_t integer_to_integer(const Job& job, long double x) {
  if (job.clamps) return clamped(job.to, x);
  return low_bits(job.to, x);
}

// ---- to floats ----

std::uint64_t too_large(const Job& job, bool negative) {
  const long double sign = negative ? -1.0L : 1.0L;
  if (job.clamps || !has_nan(job.to)) return pattern_of(job.to, sign * largest_of(job.to));
  if (has_infinity(job.to)) return pattern_of(job.to, sign * infinite);
  return pattern_of(job.to, std::numeric_limits<long double>::quiet_NaN());
}

std::uint64_t infinite_to_float(const Job& job, bool negative) {
  const long double sign = negative ? -1.0L : 1.0L;
  const bool widens = largest_of(job.from) <= largest_of(job.to);
  return widens ? pattern_of(job.to, sign * infinite) : too_large(job, negative);
}

std::uint64_t finite_to_float(const Job& job, const Hooks& hooks, long double x) {
  const long double value = on_grid(job, job.to, x);
  if (std::fabs(value) > largest_of(job.to)) return too_large(job, std::signbit(x));
  const std::optional<FloatFormat> format = float_format(job.to);
  if (!format) return pattern_of(job.to, value);
  return hooks.rounded(job.to, hooks.moved(job.to, encode(*format, value)));
}

std::uint64_t to_float(const Job& job, const Hooks& hooks, long double x) {
  const bool stays = job.from == ASSAY_F32 && job.to == ASSAY_F32 && !job.as_is;
  if (std::isnan(x)) {
    const long double nan = std::numeric_limits<long double>::quiet_NaN();
    return has_nan(job.to) ? pattern_of(job.to, nan) : 0;
  }
  if (std::isinf(x)) return infinite_to_float(job, std::signbit(x));
  return finite_to_float(job, hooks, stays ? whole(job, x) : x);
}

}  // namespace

long double on_grid(const Job& job, std::uint32_t to, long double x) {
  if (x == 0 || std::isinf(x)) return x;
  const int exponent = binade_of(x);
  const Grid grid = grid_of(to, exponent);
  const int step = std::max(exponent + 1 - grid.digits, grid.lowest);
  return whole(job, x * power(-step)) * power(step);
}

namespace {

/// Rounds numbers of any size, with functions of the host.
long double whole_of_any(const Job& job, long double x) {
  switch (job.mode) {
    case Cast::round:
      return std::round(x);
    case Cast::floor:
      return std::floor(x);
    case Cast::ceil:
      return std::ceil(x);
    case Cast::trunc:
      return std::trunc(x);
    case Cast::odd:
      return sticky(x);
    default:
      return std::nearbyint(x);
  }
}

/// By how much the part before the point changes; `rest` is the part after it. Branches on
/// arbitrary numbers would be mispredicted.
std::int64_t step_of(const Job& job, std::int64_t cut, long double rest) {
  const std::int64_t below = std::int64_t{rest < 0};
  const std::int64_t above = std::int64_t{rest > 0};
  const std::int64_t away = above - below;
  const long double size = std::fabs(rest);
  const auto is_odd_cut = static_cast<std::int64_t>(static_cast<std::uint64_t>(cut) & 1U);
  switch (job.mode) {
    case Cast::round:
      return away * std::int64_t{size >= 0.5L};
    case Cast::floor:
      return -below;
    case Cast::ceil:
      return above;
    case Cast::trunc:
      return 0;
    case Cast::odd:
      return away * (1 - is_odd_cut);
    default:
      return away * (std::int64_t{size > 0.5L} | (std::int64_t{size == 0.5L} & is_odd_cut));
  }
}

}  // namespace

// The functions of a host take long where it rounds long doubles in software.
long double whole(const Job& job, long double x) {
  if (!(std::fabs(x) < 0x1p62L)) return whole_of_any(job, x);
  const auto cut = static_cast<std::int64_t>(x);
  const std::int64_t step = step_of(job, cut, x - static_cast<long double>(cut));
  return std::copysign(static_cast<long double>(cut + step), x);
}

std::uint64_t convert_number(const Job& job, const Hooks& hooks, long double x) {
  if (is_floating(job.to)) return to_float(job, hooks, x);
  return is_floating(job.from) ? float_to_integer(job, x) : integer_to_integer(job, x);
}

std::uint64_t convert_element(const Job& job, const Hooks& hooks, std::uint64_t bits) {
  return convert_number(job, hooks, number_of(job.from, bits));
}

}  // namespace assay::simulator
