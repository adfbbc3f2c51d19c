// SPDX-License-Identifier: Apache-2.0
// Reciprocal square roots against an integer-only proof: y is the correct rounding of 1/sqrt(x)
// exactly if (y - half gap)^2 * x < 1 < (y + half gap)^2 * x. A tie would need x = 1/odd^2.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/real.hpp"

namespace assay::numerics {
namespace {

using enum ElementType;
using Wide = unsigned __int128;

std::uint64_t rsqrt(ElementType type, std::uint64_t bits) {
  return encode(type, reciprocal_square_root(decode(type, bits)), RoundMode::nearest_even);
}

/// n * 2^exponent of a positive finite binary16 or binary32 pattern.
struct Number {
  std::uint64_t n;
  int exponent;
};
Number number(std::uint64_t bits, int fraction_bits, int bias) {
  const auto field = static_cast<int>(bits >> fraction_bits);
  const std::uint64_t fraction = bits & ((1ULL << fraction_bits) - 1);
  if (field == 0) return {fraction, 1 - bias - fraction_bits};
  return {fraction | 1ULL << fraction_bits, field - bias - fraction_bits};
}

/// -1, 0 or 1 as (n * 2^exponent)^2 * x is below, at or above 1. n below 2^27, x.n below 2^24.
int square_times(std::uint64_t n, int exponent, Number x) {
  const Wide product = Wide{n} * n * x.n;
  const int unit = -(2 * exponent + x.exponent);  // 1 is 2^unit
  if (unit < 0) return 1;
  if (unit >= 127) return -1;
  const Wide one = Wide{1} << unit;
  return product < one ? -1 : product > one;
}

/// Whether `y` is the only nearest value to 1/sqrt(x); both patterns of one format.
bool is_nearest(std::uint64_t y_bits, std::uint64_t x_bits, int fraction_bits, int bias) {
  const Number x = number(x_bits, fraction_bits, bias);
  const Number y = number(y_bits, fraction_bits, bias);
  // In quarters of the gap above y; the gap below a power of two is half as wide.
  const bool power_of_two = y.n == 1ULL << fraction_bits;
  const int below = square_times(4 * y.n - (power_of_two ? 1 : 2), y.exponent - 2, x);
  const int above = square_times(4 * y.n + 2, y.exponent - 2, x);
  return below < 0 && above > 0;
}

TEST(ReciprocalSquareRoot, IsNearestForEveryPositiveHalf) {
  for (std::uint64_t x = 1; x < 0x7C00; ++x) {
    ASSERT_TRUE(is_nearest(rsqrt(f16, x), x, 10, 15)) << std::hex << x;
  }
}

TEST(ReciprocalSquareRoot, ProofRejectsBothNeighbours) {
  for (std::uint64_t x = 1; x < 0x7C00; ++x) {
    ASSERT_FALSE(is_nearest(rsqrt(f16, x) + 1, x, 10, 15)) << std::hex << x;
    ASSERT_FALSE(is_nearest(rsqrt(f16, x) - 1, x, 10, 15)) << std::hex << x;
  }
}

TEST(ReciprocalSquareRoot, IsNanForEveryNegativeHalfAndEveryNan) {
  for (std::uint64_t x = 0x7C01; x < 0x10000; ++x) {
    if (x == 0x8000) continue;
    ASSERT_EQ(rsqrt(f16, x), 0x7E00U) << std::hex << x;
  }
}

TEST(ReciprocalSquareRoot, IsNearestOnAStratifiedSampleOfFloats) {
  // One input in each of 2^16 equal strata of the positive finite patterns.
  for (std::uint64_t i = 0; i < 65536; ++i) {
    const std::uint64_t width = 0x7F800000 / 65536;
    const std::uint64_t x = i * width + (i * 0x9E3779B97F4A7C15ULL >> 40) % width;
    if (x == 0) continue;
    ASSERT_TRUE(is_nearest(rsqrt(f32, x), x, 23, 127)) << std::hex << x;
  }
}

TEST(ReciprocalSquareRoot, IsNearestForSubnormalFloats) {
  for (std::uint64_t x = 1; x < 0x00800000; x += x / 256 + 1) {
    ASSERT_TRUE(is_nearest(rsqrt(f32, x), x, 23, 127)) << std::hex << x;
  }
  EXPECT_TRUE(is_nearest(rsqrt(f32, 0x007FFFFF), 0x007FFFFF, 23, 127));
}

TEST(ReciprocalSquareRoot, KnowsTheSpecialCasesOfIeee754) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(reciprocal_square_root(Real(0.0)).to_double(), infinity);
  EXPECT_EQ(reciprocal_square_root(Real(-0.0)).to_double(), -infinity);
  const Real zero = reciprocal_square_root(Real::infinity(false));
  EXPECT_TRUE(zero.is_zero() && !zero.is_negative());
  EXPECT_TRUE(reciprocal_square_root(Real::infinity(true)).is_nan());
  EXPECT_TRUE(reciprocal_square_root(Real(-1.0)).is_nan());
  EXPECT_TRUE(reciprocal_square_root(Real::nan()).is_nan());
}

TEST(ReciprocalSquareRoot, IsExactForPowersOfFour) {
  for (int e = -148; e <= 126; e += 2) {
    const Real x = Real(std::ldexp(1.0, e));
    EXPECT_EQ(compare(reciprocal_square_root(x), Real(std::ldexp(1.0, -e / 2))), 0) << e;
  }
}

}  // namespace
}  // namespace assay::numerics
