// SPDX-License-Identifier: Apache-2.0
// Powers, exponentials, logarithms and roots where they are special (decisions 017 and 019).
#include "reference/ops/elementwise/lanes_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
constexpr Target a2a3 = Target::a2a3, a5 = Target::a5, cpu = Target::cpu;

// Patterns of f32.
constexpr std::uint64_t zero = 0, minus_zero = 0x80000000, one = 0x3F800000, minus_one = 0xBF800000,
                        two = 0x40000000, minus_two = 0xC0000000, three = 0x40400000,
                        half = 0x3F000000, infinity = 0x7F800000, minus_infinity = 0xFF800000,
                        nan = 0x7FC00000, eight = 0x41000000, minus_eight = 0xC1000000;

Lanes power(const Page& page, ElementType type, Patterns base, Patterns exponent) {
  return lanes(page, type, {{"base", std::move(base)}, {"exp", std::move(exponent)}});
}

TEST(IntegerPower, WrapsAndTakesNegativeExponentsForZeroButForOnes) {
  for (const Target target : {a2a3, a5, cpu}) {
    const Lanes result = power({"TPOW", "plain", target}, i8, {2, 0xFE, 5, 1, 0xFF, 0xFF, 0, 3},
                               {7, 3, 0xFF, 0xFF, 0xFF, 0xFE, 0, 6});
    EXPECT_TRUE(result.takes(0, 0x80));  // 2^7 wraps to -128
    EXPECT_FALSE(result.takes(0, 0x7F));
    EXPECT_TRUE(result.is_just(1, 0xF8));  // (-2)^3 = -8
    EXPECT_TRUE(result.is_just(2, 0));     // 5^-1
    EXPECT_TRUE(result.is_just(3, 1));     // 1^-1
    EXPECT_TRUE(result.is_just(4, 0xFF));  // (-1)^-1
    EXPECT_TRUE(result.is_just(5, 1));     // (-1)^-2
    EXPECT_TRUE(result.is_just(6, 1));     // 0^0
    EXPECT_TRUE(result.is_just(7, 0xD9));  // 729 = 2 * 256 + 217
  }
}

TEST(IntegerPower, OfLargeUnsignedExponentsHasTwoReadingsOnA2a3) {
  const Patterns base{3}, exponent{0xFFFFFFFF};
  // 3^(2^32 - 1) = 3^-1 mod 2^32, since the order of 3 divides 2^30: 0xAAAAAAAB.
  EXPECT_TRUE(power({"TPOW", "plain", a5}, u32, base, exponent).is_just(0, 0xAAAAAAAB));
  const Lanes device = power({"TPOW", "plain", a2a3}, u32, base, exponent);
  EXPECT_TRUE(device.takes(0, 0xAAAAAAAB));
  EXPECT_TRUE(device.takes(0, 0));
  EXPECT_FALSE(device.takes(0, 1));
}

TEST(FloatPower, IsThatOfIeeeOnTheCpuAndA5) {
  for (const Target target : {a5, cpu}) {
    const Lanes result =
        power({"TPOW", "plain", target}, f32,
              {nan, one, minus_zero, minus_zero, zero, minus_one, minus_two, minus_two, zero},
              {zero, nan, three, minus_one, minus_two, infinity, three, half, nan});
    EXPECT_TRUE(result.is_just(0, one));
    EXPECT_TRUE(result.is_just(1, one));
    EXPECT_TRUE(result.takes(2, minus_zero));
    EXPECT_FALSE(result.takes(2, zero));
    EXPECT_TRUE(result.is_just(3, minus_infinity));
    EXPECT_TRUE(result.is_just(4, infinity));
    EXPECT_TRUE(result.is_just(5, one));
    EXPECT_TRUE(result.is_just(6, minus_eight));
    EXPECT_TRUE(result.takes(7, nan));
    EXPECT_FALSE(result.takes(7, two));
    EXPECT_TRUE(result.takes(8, nan));
    EXPECT_FALSE(result.takes(8, infinity));
  }
}

TEST(FloatPower, MayDifferOnA2a3WhereThatIsDocumented) {
  const Lanes result = power({"TPOW", "plain", a2a3}, f32,
                             {nan, one, minus_zero, minus_zero, minus_two, zero, minus_two, two},
                             {zero, nan, three, minus_one, half, nan, three, three});
  EXPECT_TRUE(result.is_just(0, one));
  EXPECT_TRUE(result.is_open(1));
  EXPECT_TRUE(result.takes(2, zero));
  EXPECT_TRUE(result.takes(2, minus_zero));
  EXPECT_TRUE(result.takes(3, infinity));
  EXPECT_TRUE(result.takes(3, minus_infinity));
  EXPECT_FALSE(result.takes(3, zero));
  EXPECT_TRUE(result.is_open(4));
  EXPECT_TRUE(result.is_open(5));
  EXPECT_TRUE(result.is_just(6, minus_eight));
  EXPECT_TRUE(result.is_just(7, eight));
}

TEST(FloatPower, OfHugeExponentsMayMistakeTheirParityOnA2a3) {
  const Patterns base{minus_one}, exponent{0x4F000000};  // 2^31
  EXPECT_TRUE(power({"TPOW", "plain", a2a3}, f32, base, exponent).takes(0, minus_one));
  EXPECT_TRUE(power({"TPOW", "plain", a2a3}, f32, base, exponent).takes(0, one));
  EXPECT_TRUE(power({"TPOW", "plain", a5}, f32, base, exponent).is_just(0, one));
}

TEST(Exponential, HasTheLimitsOfIeee) {
  for (const Target target : {a2a3, a5, cpu}) {
    const Lanes result =
        lanes({"TEXP", "plain", target}, f32,
              Patterns{zero, minus_zero, infinity, minus_infinity, nan, 0x42B20000});
    EXPECT_TRUE(result.is_just(0, one));
    EXPECT_TRUE(result.is_just(1, one));
    EXPECT_TRUE(result.takes(2, infinity));
    EXPECT_TRUE(result.takes(3, zero));
    EXPECT_FALSE(result.takes(3, one));
    EXPECT_TRUE(result.takes(4, nan));
    EXPECT_FALSE(result.takes(4, one));
    EXPECT_TRUE(result.takes(5, infinity));  // 89 > 128 ln 2 = 88.72
  }
}

TEST(Exponential, MayFlushSubnormalResultsButNotWithHighPrecisionNorOnTheCpu) {
  const Patterns x{0xC2B40000};  // e^-90 = 8.19e-40, below 2^-126 = 1.18e-38
  EXPECT_TRUE(lanes({"TEXP", "plain", a5}, f32, x).takes(0, zero));
  EXPECT_TRUE(lanes({"TEXP", "precise", a2a3}, f32, x).takes(0, zero));
  EXPECT_FALSE(lanes({"TEXP", "precise", a5}, f32, x).takes(0, zero));
  EXPECT_FALSE(lanes({"TEXP", "plain", cpu}, f32, x).takes(0, zero));
  EXPECT_FALSE(lanes({"TEXP", "plain", a5}, f32, Patterns{minus_one}).takes(0, zero));
}

TEST(Exponential, OfASubnormalResultIsNearItOrZeroAndNothingInBetween) {
  // e^-11.367 = 194.1 of the smallest half.
  const Lanes small = lanes({"TEXP", "plain", a5}, f16, Patterns{0xC9AF});
  EXPECT_EQ(small.value(0), 0xC2U);
  for (const std::uint64_t bits : {0x0U, 0xC2U}) EXPECT_TRUE(small.takes(0, bits));
  for (const std::uint64_t bits : {0x1U, 0x80U, 0xC1U, 0xC3U, 0x8000U}) {
    EXPECT_FALSE(small.takes(0, bits)) << bits;
  }
}

TEST(Exponential, IsNeverBelowZeroWhereItUnderflows) {
  for (const char* form : {"plain", "precise"}) {
    for (const Target target : {a2a3, a5}) {
      const Lanes result = lanes({"TEXP", form, target}, f32, Patterns{0xC3480000});  // e^-200
      EXPECT_TRUE(result.takes(0, zero));
      EXPECT_FALSE(result.takes(0, 0x80000001));
    }
  }
}

TEST(Exponential, OfAnIntegerIsTruncated) {
  const Lanes whole = lanes({"TEXP", "plain", cpu}, i16, Patterns{0, 1, 2, 0xFFFF, 10, 11});
  EXPECT_TRUE(whole.is_just(0, 1));
  EXPECT_TRUE(whole.is_just(1, 2));      // 2.718
  EXPECT_TRUE(whole.is_just(2, 7));      // 7.389
  EXPECT_TRUE(whole.is_just(3, 0));      // 0.368
  EXPECT_TRUE(whole.is_just(4, 22026));  // 22026.47
  EXPECT_TRUE(whole.is_open(5));         // 59874 is beyond int16
}

TEST(Logarithm, LeavesZeroNegativeAndSubnormalArgumentsToDevices) {
  const Patterns x{zero, minus_one, 0x00000001, one, infinity, nan};
  const Lanes device = lanes({"TLOG", "plain", a5}, f32, x);
  EXPECT_TRUE(device.is_open(0));
  EXPECT_TRUE(device.is_open(1));
  EXPECT_TRUE(device.is_open(2));
  EXPECT_TRUE(device.takes(3, zero));
  EXPECT_FALSE(device.takes(3, half));
  EXPECT_TRUE(device.takes(4, infinity));
  EXPECT_FALSE(device.takes(5, zero));
  const Lanes refined = lanes({"TLOG", "precise", a5}, f32, x);
  EXPECT_FALSE(refined.is_open(2));
  EXPECT_TRUE(refined.takes(2, 0xC2CE8ED0));  // -149 ln 2 = -103.27893
  EXPECT_TRUE(refined.is_open(0));
}

TEST(Logarithm, OnTheCpuIsThatOfIeee) {
  const Lanes host = lanes({"TLOG", "plain", cpu}, f32, Patterns{zero, minus_zero, minus_one, one});
  EXPECT_TRUE(host.is_just(0, minus_infinity));
  EXPECT_TRUE(host.is_just(1, minus_infinity));
  EXPECT_TRUE(host.takes(2, nan));
  EXPECT_FALSE(host.takes(2, zero));
  EXPECT_TRUE(host.takes(3, zero));
  EXPECT_FALSE(host.takes(3, 1));
}

TEST(Root, KeepsTheSignOfZeroAndLeavesNegativeArgumentsToDevices) {
  const Patterns x{minus_zero, 0x40800000, infinity, minus_one, nan};
  const Lanes device = lanes({"TSQRT", "plain", a2a3}, f32, x);
  EXPECT_TRUE(device.takes(0, minus_zero));
  EXPECT_TRUE(device.is_just(1, two));
  EXPECT_TRUE(device.takes(2, infinity));
  EXPECT_TRUE(device.is_open(3));
  EXPECT_FALSE(device.takes(4, one));
  const Lanes host = lanes({"TSQRT", "plain", cpu}, f32, x);
  EXPECT_FALSE(host.is_open(3));
  EXPECT_TRUE(host.takes(3, nan));
}

}  // namespace
}  // namespace assay::ops
