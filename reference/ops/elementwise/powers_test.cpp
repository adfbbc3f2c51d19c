// SPDX-License-Identifier: Apache-2.0
// Powers, exponentials, logarithms and roots where they are special (decisions 017 and 019).
#include "reference/ops/elementwise/lanes_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

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

TEST(IntegerPower, OfLargeUnsignedExponentsIsTheTrueOne) {
  // 3^(2^32 - 1) = 3^-1 mod 2^32, since the order of 3 divides 2^30: 0xAAAAAAAB.
  for (const Target target : {a2a3, a5, cpu}) {
    EXPECT_TRUE(power({"TPOW", "plain", target}, u32, Patterns{3}, Patterns{0xFFFFFFFF})
                    .is_just(0, 0xAAAAAAAB));
  }
}

TEST(IntegerPower, OfZeroWithANegativeExponentIsOpen) {
  EXPECT_TRUE(power({"TPOW", "plain", a5}, i8, Patterns{0}, Patterns{0xFF}).is_open(0));
}

TEST(FloatPower, IsThatOfIeee) {
  for (const Target target : {a2a3, a5, cpu}) {
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

TEST(FloatPower, OfHugeExponentsIsEven) {
  const Patterns base{minus_one}, exponent{0x4F000000};  // 2^31
  for (const Target target : {a2a3, a5}) {
    EXPECT_TRUE(power({"TPOW", "plain", target}, f32, base, exponent).is_just(0, one));
  }
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

TEST(Exponential, NeverFlushesSubnormalResults) {
  const Patterns x{0xC2B40000};  // e^-90 = 8.19e-40, below 2^-126 = 1.18e-38
  for (const char* form : {"plain", "precise"}) {
    for (const Target target : {a2a3, a5, cpu}) {
      EXPECT_FALSE(lanes({"TEXP", form, target}, f32, x).takes(0, zero));
    }
  }
}

TEST(Exponential, OfASubnormalResultIsNearIt) {
  // e^-11.367 = 194.1 of the smallest half.
  EXPECT_TRUE(lanes({"TEXP", "plain", a5}, f16, Patterns{0xC9AF}).is_just(0, 0xC2));
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

TEST(Exponential, TakesHalfAndFloatAlone) {
  for (const Target target : all_targets) {
    const TileSpec row = tile(i32, 1, 64, 1, 8);
    const Call call{&form_of("TEXP", "plain"), target, {row, row}, {0}};
    EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"src.element"});
  }
}

TEST(Logarithm, LeavesZeroAndNegativeArgumentsOpen) {
  const Patterns x{zero, minus_one, 0x00000001, one, infinity, nan, minus_zero};
  for (const Page& page : {Page{"TLOG", "plain", a5}, Page{"TLOG", "precise", a5},
                           Page{"TLOG", "plain", a2a3}, Page{"TLOG", "plain", cpu}}) {
    const Lanes result = lanes(page, f32, x);
    for (const std::int64_t lane : {0, 1, 6}) EXPECT_TRUE(result.is_open(lane));
    EXPECT_TRUE(result.is_just(2, 0xC2CE8ED0));  // -149 ln 2 = -103.27893
    EXPECT_TRUE(result.takes(3, zero));
    EXPECT_FALSE(result.takes(3, 1));
    EXPECT_TRUE(result.takes(4, infinity));
    EXPECT_FALSE(result.takes(5, zero));
  }
}

TEST(Logarithm, NearOneHasItsSign) {
  // ln(1 + 2^-23) = 2^-23 - 2^-47 + 2^-70/3: the last place is 2^-47.
  EXPECT_TRUE(lanes({"TLOG", "plain", a5}, f32, Patterns{0x3F800001}).is_just(0, 0x33FFFFFF));
}

TEST(Root, KeepsTheSignOfZeroAndLeavesNegativeArgumentsOpen) {
  const Patterns x{minus_zero, 0x40800000, infinity, minus_one, nan};
  for (const Target target : all_targets) {
    const Lanes root = lanes({"TSQRT", "plain", target}, f32, x);
    EXPECT_TRUE(root.takes(0, minus_zero));
    EXPECT_FALSE(root.takes(0, zero));
    EXPECT_TRUE(root.is_just(1, two));
    EXPECT_TRUE(root.takes(2, infinity));
    EXPECT_TRUE(root.is_open(3));
    EXPECT_FALSE(root.takes(4, one));
  }
}

}  // namespace
}  // namespace assay::ops
