// SPDX-License-Identifier: Apache-2.0
// Accepted ranges and distances at binade borders, in subnormals, at zero and at overflow.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/real.hpp"

namespace assay::numerics {
namespace {

using enum ElementType;
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Tolerance ulps(double bound) { return {Tolerance::Kind::ulp, bound, "test"}; }
Tolerance relative(double bound) { return {Tolerance::Kind::relative, bound, "test"}; }

void expect_range(ElementType type, double exact, const Tolerance& tolerance, Accepted want) {
  SCOPED_TRACE(testing::Message() << name_of(type) << " around " << std::hexfloat << exact);
  const Accepted got = accepted(type, Real(exact), tolerance);
  EXPECT_EQ(got.value, want.value);
  EXPECT_EQ(got.low, want.low);
  EXPECT_EQ(got.high, want.high);
}

TEST(Accepted, IsTheRoundedValueAloneWithoutATolerance) {
  const Tolerance rounded{Tolerance::Kind::correctly_rounded, 0, ""};
  const Tolerance exact{Tolerance::Kind::exact, 0, ""};
  for (const Tolerance& tolerance : {rounded, exact, ulps(0), relative(0), ulps(0.1)}) {
    expect_range(f16, 1 + 0x1p-12, tolerance, {0x3C00, 0x3C00, 0x3C00});
  }
  expect_range(f16, 1 + 0x1.8p-11, rounded, {0x3C01, 0x3C01, 0x3C01});
}

TEST(Accepted, CountsUlpsOfTheBinadeOfTheExactValue) {
  // 1 ulp of 1.0 is 2^-10: one value above, two values of the finer binade below.
  expect_range(f16, 1.0, ulps(1), {0x3C00, 0x3BFE, 0x3C01});
  expect_range(f16, -1.0, ulps(1), {0xBC00, 0xBC01, 0xBBFE});
  // Just below 1 the ulp is 2^-11, and 1 + 2^-10 is out of reach.
  expect_range(f16, 1 - 0x1p-11, ulps(1), {0x3BFF, 0x3BFE, 0x3C00});
  expect_range(f16, 1 - 0x1p-13, ulps(1), {0x3C00, 0x3BFF, 0x3C00});
  expect_range(f16, 1 + 0x1p-12, ulps(1), {0x3C00, 0x3BFF, 0x3C01});
  expect_range(f16, 1.5, ulps(2.5), {0x3E00, 0x3DFE, 0x3E02});
  expect_range(f32, 1.0, ulps(1), {0x3F800000, 0x3F7FFFFE, 0x3F800001});
  // HiFloat8 has spacing 4 from 16 on and 1 below it: 12 and 20 are one ulp of 16 away.
  expect_range(hif8, 16, ulps(1), {0x40, 0x2C, 0x41});
}

TEST(Accepted, CountsInSmallestSubnormalsBelowTheSmallestNormal) {
  expect_range(f16, 0x1p-24, ulps(1), {0x0001, 0x0000, 0x0002});
  expect_range(f16, 0x1p-14, ulps(1), {0x0400, 0x03FF, 0x0401});
  expect_range(f16, 0x1.4p-24, ulps(1), {0x0001, 0x0001, 0x0002});
}

TEST(Accepted, DoesNotTakeAnEndForTheValueJustBeyondIt) {
  // -2^-300 + 2^-24 is below the smallest value of the format, if only by the 276th bit.
  expect_range(f16, -0x1p-300, ulps(1), {0x8000, 0x8001, 0x8000});
  expect_range(f16, 0x1p-300, ulps(1), {0x0000, 0x0000, 0x0001});
}

TEST(Accepted, KeepsTheSignOfZero) {
  expect_range(f16, 0.0, ulps(3), {0x0000, 0x0000, 0x0000});
  expect_range(f16, -0.0, ulps(3), {0x8000, 0x8000, 0x8000});
  expect_range(f16, 0x1p-26, ulps(1), {0x0000, 0x0000, 0x0001});
  expect_range(f16, -0x1p-26, ulps(1), {0x8000, 0x8001, 0x8000});
  expect_range(f16, 0x1p-26, ulps(1.5), {0x0000, 0x8001, 0x0001});
}

TEST(Accepted, ReachesInfinityOnlyAsThePowerOfTwoBeyondTheLargestValue) {
  expect_range(f16, 65504, ulps(0.75), {0x7BFF, 0x7BFF, 0x7BFF});
  expect_range(f16, 65504, ulps(1), {0x7BFF, 0x7BFE, 0x7C00});
  expect_range(f16, -65504, ulps(1), {0xFBFF, 0xFC00, 0xFBFE});
  expect_range(f16, 65525, ulps(0.25), {0x7C00, 0x7C00, 0x7C00});
  expect_range(f16, 65525, ulps(1), {0x7C00, 0x7BFF, 0x7C00});
  expect_range(f16, 1e6, ulps(1), {0x7C00, 0x7C00, 0x7C00});
  expect_range(f16, inf, ulps(100), {0x7C00, 0x7C00, 0x7C00});
  expect_range(f16, nan, ulps(1), {0x7E00, 0x7E00, 0x7E00});
  expect_range(e4m3, 470, ulps(1), {0x7E, 0x7E, 0x7E});
  expect_range(e4m3, 450, ulps(1), {0x7E, 0x7E, 0x7E});
  expect_range(e4m3, 440, ulps(0.5), {0x7E, 0x7E, 0x7E});
  expect_range(e4m3, 440, ulps(1), {0x7E, 0x7D, 0x7E});
  expect_range(i8, 300, ulps(1), {127, 127, 127});
}

TEST(Accepted, MeasuresRelativeTolerancesFromTheExactValue) {
  expect_range(f16, 1.0, relative(0x1p-10), {0x3C00, 0x3BFE, 0x3C01});
  expect_range(f16, 100.0, relative(0x1p-10), {0x5640, 0x563F, 0x5641});
  expect_range(i32, -100, relative(0.02), {0xFFFFFF9C, 0xFFFFFF9A, 0xFFFFFF9E});
}

struct Distance {
  ElementType type;
  std::uint64_t got;
  double exact;
  double distance;
};
const std::vector<Distance> distances{
    {f16, 0x3C01, 1.0, 1},
    {f16, 0x3BFF, 1.0, 0.5},
    {f16, 0x3BFE, 1.0, 1},
    {f16, 0x3C00, 1 - 0x1p-11, 1},
    {f16, 0x3C01, 1 - 0x1p-11, 3},
    {f16, 0x3C00, 1 + 0x1p-12, 0.25},
    {f16, 0xBC00, 1.0, 2048},
    {f16, 0x0000, 0x1p-25, 0.5},
    {f16, 0x0001, 0.0, 1},
    {f16, 0x8000, 0.0, 0},
    {f16, 0x8001, 0x1p-24, 2},
    {f16, 0x0400, 0x1p-14 - 0x1p-24, 1},
    {f16, 0x7C00, 65504, 1},
    {f16, 0x7C00, 65520, 0.5},
    {f16, 0x7BFF, 65520, 0.5},
    {f16, 0x7BFF, 131104, 2050},  // 65600 / 32
    {f16, 0x7C00, 1e9, 0},
    {f16, 0x7C00, inf, 0},
    {f16, 0xFC00, inf, 4096},
    {f16, 0x7BFE, inf, 2},
    {f32, 0x3F800000, 1 + 0x1p-53 * 8, 0x1p-27},
    {f32, 0x00000001, 0x1.8p-149, 0.5},
    {f32, 0x7F800000, 0x1.ffffffp127, 0.5},
    {f64, 0x7FEFFFFFFFFFFFFF, 0x1.ffffffffffffep1023, 1},
    {f64, 0x0000000000000003, 0x1p-1074, 2},
    {e4m3, 0x7D, 544, 4},
    {e4m3, 0x7E, 1e6, 0},
    {e4m3, 0x7D, inf, 1},
    {e4m3, 0x7E, inf, 0},
    {hif8, 0x40, 15, 1},
    {hif8, 0x41, 16, 1},
    {hif8, 0x03, 0x1p-21, 1},
    {e8m0, 0x80, 1, 1},
    {i32, 7, 4.5, 2.5},
    {i64, 1ULL << 63, 0x1p63, 0x1p64},
};

TEST(UlpDistance, IsMeasuredInTheBinadeOfTheExactValue) {
  for (const Distance& row : distances) {
    SCOPED_TRACE(testing::Message() << name_of(row.type) << " got 0x" << std::hex << row.got
                                    << " exact " << std::hexfloat << row.exact);
    const auto distance = ulp_distance(row.type, row.got, row.exact);
    ASSERT_TRUE(distance.has_value());
    EXPECT_DOUBLE_EQ(*distance, row.distance);
  }
  EXPECT_EQ(ulp_distance(f16, 0x7E00, 1), std::nullopt);
  EXPECT_EQ(ulp_distance(f16, 0x3C00, nan), std::nullopt);
}

TEST(UlpDistance, IsWithinTheBoundExactlyInsideTheAcceptedRange) {
  for (const ElementType type : {f16, e5m2, e4m3, hif8}) {
    SCOPED_TRACE(name_of(type));
    for (int i = 1; i < 400; ++i) {
      // Crosses every binade and the overflow of each format; never a tie, never a bound.
      const double exact =
          std::ldexp(1 + 0.6180339887 * i - std::floor(0.6180339887 * i), i % 44 - 26);
      const Accepted range = accepted(type, Real(exact), ulps(1.5));
      for (std::uint64_t got = 0; got <= mask_of(type) / 2; ++got) {
        if (is_nan(type, got)) continue;
        const std::int64_t key = order_key(type, got);
        const bool inside = order_key(type, range.low) <= key && key <= order_key(type, range.high);
        ASSERT_EQ(*ulp_distance(type, got, exact) <= 1.5, inside) << exact << " got " << got;
      }
      if (type == f16) i += 20;
    }
  }
}

TEST(UlpDistance, SeesMoreOfTheExactValueThanADoubleHolds) {
  const Real exact = Real(0x1p60) + Real(0.25);
  EXPECT_EQ(ulp_distance(i64, std::uint64_t{1} << 60, exact), 0.25);
  EXPECT_EQ(ulp_distance(i64, std::uint64_t{1} << 60, exact.to_double()), 0.0);
}

}  // namespace
}  // namespace assay::numerics
