// SPDX-License-Identifier: Apache-2.0
// Signs and special values of remainders (decision 015).
#include "reference/ops/elementwise/lanes_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

// Patterns of f32.
constexpr std::uint64_t seven = 0x40E00000, minus_seven = 0xC0E00000, three = 0x40400000,
                        minus_three = 0xC0400000, one = 0x3F800000, minus_one = 0xBF800000,
                        two = 0x40000000, minus_two = 0xC0000000, infinity = 0x7F800000,
                        nan = 0x7FC00000, minus_zero = 0x80000000;
const Patterns dividends{seven, minus_seven, seven, minus_seven};
const Patterns divisors{three, three, minus_three, minus_three};

// The same as int32.
const Patterns whole_dividends{7, 0xFFFFFFF9, 7, 0xFFFFFFF9};
const Patterns whole_divisors{3, 3, 0xFFFFFFFD, 0xFFFFFFFD};

TEST(FlooredRemainder, HasTheSignOfTheDivisor) {
  for (const Page& page : {Page{"TREM", "plain", cpu}, Page{"TREM", "plain", a5},
                           Page{"TREM", "precise", a5}, Page{"TREM", "plain", a2a3}}) {
    const Lanes rest = lanes(page, f32, dividends, divisors);
    EXPECT_TRUE(rest.takes(0, one));
    EXPECT_TRUE(rest.takes(1, two));
    EXPECT_TRUE(rest.takes(2, minus_two));
    EXPECT_TRUE(rest.takes(3, minus_one));
    EXPECT_FALSE(rest.takes(1, minus_one));
    EXPECT_FALSE(rest.takes(2, one));
  }
}

TEST(FlooredRemainder, OfIntegersHasTheSignOfTheDivisor) {
  for (const Page& page :
       {Page{"TREM", "plain", cpu}, Page{"TREM", "plain", a5}, Page{"TREM", "consuming", a2a3}}) {
    const Lanes rest = lanes(page, i32, whole_dividends, whole_divisors);
    EXPECT_TRUE(rest.is_just(0, 1));
    EXPECT_TRUE(rest.is_just(1, 2));
    EXPECT_TRUE(rest.is_just(2, 0xFFFFFFFE));
    EXPECT_TRUE(rest.is_just(3, 0xFFFFFFFF));
  }
}

TEST(FlooredRemainder, OfSixtyFourBitsHasTheSignOfTheDivisorInEveryColumn) {
  const std::uint64_t minus = ~std::uint64_t{0};
  Patterns a(65, 7), b(65, minus - 2);  // 7 and -3
  a[0] = minus - 6;                     // -7 and 3
  b[0] = 3;
  for (const Target target : {a5, cpu}) {
    const Lanes rest = lanes({"TREM", "plain", target}, i64, a, b);
    EXPECT_TRUE(rest.is_just(0, 2));
    EXPECT_TRUE(rest.is_just(1, minus - 1));
    EXPECT_TRUE(rest.is_just(64, minus - 1));
  }
}

TEST(FlooredRemainder, OfTheLowestByMinusOneIsZero) {
  EXPECT_TRUE(
      lanes({"TREM", "plain", a5}, i64, Patterns{0x8000000000000000}, Patterns{~std::uint64_t{0}})
          .takes(0, 0));
  EXPECT_TRUE(lanes({"TREM", "plain", a5}, i16, Patterns{0x8000}, Patterns{0xFFFF}).is_just(0, 0));
}

TEST(FlooredRemainder, OfLargeIntegersIsOpenOnA2a3Alone) {
  const Patterns limit{0x01000000, 0x01000001}, by{3, 3};  // 2^24 = 3 * 5592405 + 1
  const Lanes device = lanes({"TREM", "consuming", a2a3}, i32, limit, by);
  EXPECT_TRUE(device.is_just(0, 1));
  EXPECT_TRUE(device.is_open(1));
  EXPECT_TRUE(lanes({"TREM", "plain", a5}, i32, limit, by).is_just(1, 2));
}

TEST(TruncatedRemainder, HasTheSignOfTheDividend) {
  for (const Page& page : {Page{"TFMOD", "plain", cpu}, Page{"TFMOD", "plain", a5},
                           Page{"TFMOD", "precise", a5}, Page{"TFMOD", "plain", a2a3}}) {
    const Lanes rest = lanes(page, f32, dividends, divisors);
    EXPECT_TRUE(rest.is_just(0, one));
    EXPECT_TRUE(rest.is_just(1, minus_one));
    EXPECT_TRUE(rest.is_just(2, one));
    EXPECT_TRUE(rest.is_just(3, minus_one));
  }
  const Lanes whole = lanes({"TFMOD", "plain", a5}, i32, whole_dividends, whole_divisors);
  EXPECT_TRUE(whole.is_just(1, 0xFFFFFFFF));
  EXPECT_TRUE(whole.is_just(2, 1));
}

TEST(Remainders, OfZeroDivisorsAreOpen) {
  EXPECT_TRUE(lanes({"TREM", "plain", a5}, i32, Patterns{7}, Patterns{0}).is_open(0));
  EXPECT_TRUE(lanes({"TREM", "plain", a5}, i64, Patterns{7}, Patterns{0}).is_open(0));
  EXPECT_TRUE(lanes({"TREM", "plain", cpu}, f32, Patterns{seven}, Patterns{0}).is_open(0));
  EXPECT_TRUE(lanes({"TFMOD", "plain", a5}, f32, Patterns{seven}, Patterns{0}).is_open(0));
  EXPECT_TRUE(lanes({"TFMOD", "plain", cpu}, i16, Patterns{7}, Patterns{0}).is_open(0));
}

TEST(Remainders, OfNanAndInfiniteDividendsAreNan) {
  for (const char* op : {"TREM", "TFMOD"}) {
    const Lanes rest = lanes({op, "plain", a5}, f32, {nan, seven, infinity, infinity},
                             {three, nan, three, infinity});
    for (const std::int64_t lane : {0, 1, 2, 3}) {
      EXPECT_TRUE(rest.takes(lane, 0xFFC00001)) << op << lane;
      EXPECT_FALSE(rest.takes(lane, 0)) << op << lane;
    }
  }
}

TEST(Remainders, ByInfinityAreTheDividendUnlessTheFlooredQuotientIsMinusOne) {
  const Patterns a{seven, minus_seven}, b{infinity, infinity};
  for (const Target target : {a5, cpu}) {
    EXPECT_TRUE(lanes({"TREM", "plain", target}, f32, a, b).is_just(0, seven));
    const Lanes floored = lanes({"TREM", "plain", target}, f32, a, b);
    EXPECT_TRUE(floored.takes(1, infinity));
    EXPECT_FALSE(floored.takes(1, minus_seven));
    EXPECT_TRUE(floored.read(Choice::remainder_by_infinity, remainder_is_nan).takes(1, nan));
    EXPECT_TRUE(lanes({"TFMOD", "plain", target}, f32, a, b).is_just(0, seven));
    EXPECT_TRUE(lanes({"TFMOD", "plain", target}, f32, a, b).is_just(1, minus_seven));
  }
}

TEST(Remainders, ThatAreZeroCountTheirSignWhereTheQuotientIsTruncated) {
  const Patterns a{0xC0C00000}, b{three};  // -6 and 3
  for (const Target target : all_targets) {
    const Lanes truncated = lanes({"TFMOD", "plain", target}, f32, a, b);
    EXPECT_TRUE(truncated.takes(0, minus_zero));
    EXPECT_FALSE(truncated.takes(0, 0));
    const Lanes floored = lanes({"TREM", "plain", target}, f32, a, b);
    EXPECT_TRUE(floored.takes(0, minus_zero));
    EXPECT_FALSE(floored.takes(0, 0));
    for (const std::uint8_t taken : {zero_of_divisor, zero_is_positive}) {
      EXPECT_TRUE(floored.read(Choice::remainder_zeros, taken).takes(0, 0));
      EXPECT_FALSE(floored.read(Choice::remainder_zeros, taken).takes(0, minus_zero));
    }
  }
}

TEST(Remainders, AreExactHoweverLargeTheQuotient) {
  for (const Page& page : {Page{"TFMOD", "plain", cpu}, Page{"TFMOD", "plain", a5},
                           Page{"TFMOD", "plain", a2a3}, Page{"TREM", "plain", a2a3}}) {
    // 2^25 = 1.5 * 22369621 + 0.5, and 2^24 = 3 * 5592405 + 1.
    const Lanes rest = lanes(page, f32, {0x4C000000, 0x4B800000}, {0x3FC00000, three});
    EXPECT_TRUE(rest.is_just(0, 0x3F000000));
    EXPECT_TRUE(rest.is_just(1, one));
  }
}

TEST(FlooredRemainder, OfCasesStaysWithinTheRangeThatTheManualGivesA2a3) {
  const Form& form = form_of("TREM", "consuming");
  const TileSpec row = tile(i32, 1, 8, 1, 3);
  std::vector<ElementArray> contents{
      filled(i32, 8, 0), elements(i32, {0x7FFFFFFF, 0x01000000, 0xFF000000, 0, 0, 0, 0, 0}),
      filled(i32, 8, 0x02000005), filled(i32, 8, 0)};
  form.admit({&form, a2a3, {row, row, row, row}, {0}}, contents);
  EXPECT_EQ(contents[1][0], 0x00FFFFFFU);
  EXPECT_EQ(contents[1][1], 0x01000000U);
  EXPECT_EQ(contents[1][2], 0xFF000000U);
  EXPECT_EQ(contents[2][0], 5U);
}

}  // namespace
}  // namespace assay::ops
