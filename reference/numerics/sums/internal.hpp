// SPDX-License-Identifier: Apache-2.0
// Code that the parts of the sums share. Private to summation*.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include "reference/numerics/ladder.hpp"
#include "reference/numerics/sums/terms.hpp"

namespace assay::numerics::summation {

/// Elements decoded at a time; a multiple of what a kernel takes in one step.
inline constexpr std::int64_t block = 1024;
using Block = std::array<float, block>;

/// A decoded element: every floating-point type but f64 fits in f32.
float value_of(ElementType type, std::uint64_t bits);

/// Terms from number `begin` on into `out`. Throws std::invalid_argument unless value_of() has the
/// type.
void decode(const Terms& terms, std::int64_t begin, std::span<float> out);

/// Calls use(floats) block by block; the floats are followed by zeros up to a multiple of 64.
template <typename Use>
void each_block(const Terms& terms, Use use) {
  alignas(64) Block values;
  for (std::int64_t begin = 0; begin < terms.count; begin += block) {
    const std::int64_t count = std::min(block, terms.count - begin);
    const auto used = static_cast<std::size_t>(count);
    decode(terms, begin, std::span(values).first(used));
    std::fill(values.begin() + count, values.begin() + (count + 63) / 64 * 64, 0.0F);
    use(std::span<const float>(values).first(used));
  }
}

inline void require_same_count(const Terms& a, const Terms& b) {
  if (a.count != b.count) throw std::invalid_argument("a dot product of arrays of two lengths");
}

/// The same with the floats of two arrays of terms side by side.
template <typename Use>
void each_block(const Terms& a, const Terms& b, Use use) {
  require_same_count(a, b);
  for (std::int64_t begin = 0; begin < a.count; begin += block) {
    const auto part = [begin](const Terms& all) {
      return Terms{all.type, all.bits, std::min(block, all.count - begin),
                   all.first + begin * all.stride, all.stride};
    };
    each_block(part(a), [&](std::span<const float> x) {
      each_block(part(b), [&](std::span<const float> y) { use(x, y); });
    });
  }
}

// ---- powers of two as doubles ----

/// 2^exponent, -1022 to 1023.
inline double power_of_two(std::int64_t exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// The largest power of two not above a normal positive number.
inline double floor_power(double value) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & 0x7FF0000000000000);
}

/// The smallest power of two not below a normal positive number.
inline double ceiling_power(double value) {
  const double power = floor_power(value);
  return power < value ? 2 * power : power;
}

// ---- formats ----

/// The smallest positive value, of which all others are multiples.
inline double quantum_of(ElementType type) {
  return power_of_two(ladder::binade(type, ladder::lowest_binade(type)).quantum);
}

/// A format in which sums are rounded.
struct Accumulator {
  int precision;
  double unit;       ///< 2^-precision: half an ulp of 1
  double quantum;    ///< smallest subnormal
  double smallest;   ///< smallest normal
  double threshold;  ///< rounds to infinity: half an ulp above the largest finite value
};

/// f32, f16 or bf16; std::invalid_argument for others.
const Accumulator& accumulator(ElementType type);

/// Whether every value of `inner` is one of `outer`.
bool contains(ElementType outer, ElementType inner);

/// To the nearest value of f32, f16 or bf16, ties to even. Not for NaN.
std::uint64_t round_nearest(ElementType type, double value);

/// A wider format than the accumulation type has at least 12 bits more, so a rounding in it errs by
/// at most 2^-12 of one in the accumulation type, and both together by this factor.
inline constexpr double with_wider = 1 + 0x1p-12;
/// Makes up for the rounding of a few operations on positive doubles.
inline constexpr double slack = 1 + 0x1p-40;

}  // namespace assay::numerics::summation
