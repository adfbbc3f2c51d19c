// SPDX-License-Identifier: Apache-2.0
// Instructions of several steps: what may be rounded in between, clamped, narrowed (decision 018).
#include "reference/ops/elementwise/lanes_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

// Patterns of f32.
constexpr std::uint64_t one = 0x3F800000, two = 0x40000000, three = 0x40400000, five = 0x40A00000,
                        seven = 0x40E00000, minus_zero = 0x80000000, nan = 0x7FC00000;

Lanes fused(const char* op, Target target, ElementType type, std::uint64_t src0, std::uint64_t src1,
            std::uint64_t old) {
  return lanes({op, "plain", target}, type, {{"src0", {src0}}, {"src1", {src1}}, {"dst", {old}}});
}

TEST(FusedProduct, MultipliesTheDestinationOrAccumulatesOnIt) {
  for (const Target target : {a2a3, a5, cpu}) {
    // 2 * 3 + 1 = 7, not 2 * 1 + 3 = 5.
    EXPECT_TRUE(fused("TFUSEDMULADD", target, f32, two, one, three).is_just(0, seven));
    EXPECT_TRUE(fused("TFUSEDMULADDRELU", target, f32, two, one, three).is_just(0, seven));
    EXPECT_TRUE(fused("TMULADDDST", target, f32, two, one, three).is_just(0, five));
  }
}

TEST(FusedProduct, IsRoundedOnce) {
  // (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24. Less 1: 2^-11 + 2^-24, and 2^-11 if the product were
  // rounded.
  const std::uint64_t a = 0x3F800800, minus_one = 0xBF800000;
  for (const Target target : {a2a3, a5, cpu}) {
    EXPECT_TRUE(fused("TMULADDDST", target, f32, a, a, minus_one).is_just(0, 0x3A000400));
    EXPECT_TRUE(fused("TFUSEDMULADD", target, f32, a, minus_one, a).is_just(0, 0x3A000400));
    EXPECT_TRUE(fused("TFUSEDMULADDRELU", target, f32, a, minus_one, a).is_just(0, 0x3A000400));
  }
}

TEST(FusedProduct, TakesHalfAndFloatAlone) {
  for (const char* op : {"TMULADDDST", "TFUSEDMULADD", "TFUSEDMULADDRELU", "TSUBRELU"}) {
    const TileSpec row = tile(i32, 1, 64, 1, 8);
    const Call call{&form_of(op, "plain"), cpu, {row, row, row}, {}};
    EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"src0.element"}) << op;
  }
}

TEST(FusedClamp, KeepsNanAndClearsMinusZero) {
  for (const Target target : {a2a3, a5, cpu}) {
    const Lanes unknown = fused("TFUSEDMULADDRELU", target, f32, nan, one, one);
    EXPECT_TRUE(unknown.takes(0, nan));
    EXPECT_FALSE(unknown.takes(0, 0));
    // -0 * 1 + -0 = -0, and 1 - 2.
    EXPECT_TRUE(fused("TFUSEDMULADDRELU", target, f32, minus_zero, minus_zero, one).is_just(0, 0));
    EXPECT_TRUE(fused("TFUSEDMULADDRELU", target, f32, one, 0xC0000000, one).is_just(0, 0));
  }
}

TEST(ClampedDifference, IsTheDifferenceOrZero) {
  for (const Target target : {a2a3, a5, cpu}) {
    const Lanes result =
        lanes({"TSUBRELU", "plain", target}, f32, {three, one, nan}, {one, three, one});
    EXPECT_TRUE(result.is_just(0, two));
    EXPECT_TRUE(result.is_just(1, 0));
    EXPECT_TRUE(result.takes(2, nan));
    EXPECT_FALSE(result.takes(2, 0));
  }
}

TEST(SumOfThree, GoesFromLeftToRight) {
  const auto three_of = [](const char* op, ElementType type, std::uint64_t a, std::uint64_t b,
                           std::uint64_t c) {
    return lanes({op, "plain", cpu}, type, {{"src0", {a}}, {"src1", {b}}, {"src2", {c}}});
  };
  // (2^24 + 1) + 1 stays 2^24 in f32; 2^24 + (1 + 1) would be two more.
  EXPECT_TRUE(three_of("TADDC", f32, 0x4B800000, one, one).is_just(0, 0x4B800000));
  // (1 - 2) + 3 = 2, and 1 - (2 + 3) = -4.
  EXPECT_TRUE(three_of("TSUBC", f32, one, two, three).is_just(0, two));
  EXPECT_TRUE(three_of("TADDC", u8, 200, 100, 3).is_just(0, 47));
  EXPECT_TRUE(three_of("TSUBC", u8, 1, 2, 3).is_just(0, 2));
  // 2048 + 1 + 1 in half: 2048 after every step, 2050 with more digits in between.
  const Lanes half = three_of("TADDC", f16, 0x6800, 0x3C00, 0x3C00);
  EXPECT_TRUE(half.is_just(0, 0x6800));
  EXPECT_TRUE(half.read(Choice::sums_of_three, summed_in_float).is_just(0, 0x6801));
}

TEST(NarrowingSum, ClampsRoundsToEvenAndSaturates) {
  // 1 + 2^-11 lies halfway between two halves, 1 + 3 * 2^-11 as well.
  const Lanes floats = lanes({"TADDRELUCONV", "plain", a2a3}, f32, f16,
                             {{"src0", {0x3F801000, 0x3F803000, 0xC0000000, 0x48000000, nan}},
                              {"src1", {0, 0, one, 0, 0}}});
  EXPECT_TRUE(floats.is_just(0, 0x3C00));
  EXPECT_TRUE(floats.is_just(1, 0x3C02));
  EXPECT_TRUE(floats.is_just(2, 0));
  EXPECT_TRUE(floats.is_just(3, 0x7BFF));  // 2^17 is beyond half
  EXPECT_TRUE(floats.is_open(4));
}

TEST(NarrowingSum, OfHalvesRoundsTiesToEven) {
  // 2.5 -> 2, 3.5 -> 4, 127.5 and 300 saturate, -5 -> 0.
  const Lanes halves =
      lanes({"TADDRELUCONV", "plain", a5}, f16, i8,
            {{"src0", {0x4100, 0x4300, 0x57F8, 0x5CB0, 0xC500}}, {"src1", {0, 0, 0, 0, 0}}});
  EXPECT_TRUE(halves.is_just(0, 2));
  EXPECT_TRUE(halves.is_just(1, 4));
  EXPECT_TRUE(halves.takes(2, 127));
  EXPECT_TRUE(halves.takes(3, 127));
  EXPECT_FALSE(halves.takes(3, 44));  // 300 - 256
  EXPECT_TRUE(halves.is_just(4, 0));
}

TEST(NarrowingSum, OfWordsClampsAndMayWrapBefore) {
  const Lanes words = lanes({"TADDRELUCONV", "plain", a5}, i16, i8,
                            {{"src0", {100, 0xFFFF, 0x7FFF, 5}}, {"src1", {100, 0, 1, 6}}});
  EXPECT_TRUE(words.takes(0, 127));
  EXPECT_FALSE(words.takes(0, 200));
  EXPECT_TRUE(words.is_just(1, 0));
  EXPECT_TRUE(words.is_just(2, 127));  // 32768
  const Lanes wrapped = words.read(Choice::narrowed_sums, sum_in_its_type);
  EXPECT_TRUE(wrapped.is_just(2, 0));  // -32768
  EXPECT_TRUE(wrapped.is_just(0, 127));
  EXPECT_TRUE(words.is_just(3, 11));
  const Lanes difference =
      lanes({"TSUBRELUCONV", "plain", a2a3}, i16, i8, {{"src0", {5, 6}}, {"src1", {6, 5}}});
  EXPECT_TRUE(difference.is_just(0, 0));
  EXPECT_TRUE(difference.is_just(1, 1));
}

Lanes scaled(const Page& page, Patterns a, Patterns b, std::uint64_t scale) {
  return lanes(page, i32, f16,
               {{"src0", std::move(a)}, {"src1", std::move(b)}, {"deqScale", {scale}}});
}

TEST(ScaledSum, IsScaledClampedAndNarrowed) {
  const std::uint64_t half = 0x3F000000;
  for (const Page& page : {Page{"TADDDEQRELU", "consuming", a2a3}, Page{"TADDDEQRELU", "plain", a5},
                           Page{"TADDDEQRELU", "plain", cpu}}) {
    const Lanes result = scaled(page, {3, 0xFFFFFFF6, 0}, {4, 3, 0}, half);
    EXPECT_TRUE(result.is_just(0, 0x4300));  // 7 / 2 = 3.5
    EXPECT_TRUE(result.is_just(1, 0));       // -7 / 2
    EXPECT_TRUE(result.takes(2, 0));
  }
}

TEST(ScaledSum, BeyondHalfIsTheLargestHalf) {
  for (const Page& page : {Page{"TADDDEQRELU", "consuming", a2a3}, Page{"TADDDEQRELU", "plain", a5},
                           Page{"TADDDEQRELU", "plain", cpu}}) {
    EXPECT_TRUE(scaled(page, {65535}, {1}, one).is_just(0, 0x7BFF));
    EXPECT_TRUE(scaled(page, {1}, {1}, 0x7F800000).is_just(0, 0x7BFF));
  }
}

TEST(ScaledSum, WrapsAtTheEndsOfInt32) {
  // 2^31 - 1 + 1 wraps to -2^31, which is clamped; -2^31 - 2^31 wraps to 0.
  for (const Target target : {a5, cpu}) {
    const Page page{"TADDDEQRELU", "plain", target};
    EXPECT_TRUE(scaled(page, {0x7FFFFFFF}, {1}, 0x35800000).is_just(0, 0));
    EXPECT_TRUE(scaled(page, {0x80000000}, {0x80000000}, 0xB5800000).is_just(0, 0));
  }
}

TEST(ScaledSum, LeavesItsSourcesAsTheyAre) {
  const Form& form = form_of("TADDDEQRELU", "consuming");
  ASSERT_EQ(form.results.size(), 3U);
  EXPECT_EQ(form.results[1].operand, "src0");
  EXPECT_EQ(form.results[2].operand, "src1");
}

TEST(ScaledSum, LeavesNanOpen) {
  for (const Target target : {a5, cpu}) {
    EXPECT_TRUE(scaled({"TADDDEQRELU", "plain", target}, {1}, {1}, nan).is_open(0));
    EXPECT_TRUE(scaled({"TADDDEQRELU", "plain", target}, {0}, {0}, 0x7F800000).is_open(0));
  }
}

TEST(SlopedClamp, MultipliesWhatIsNotPositive) {
  for (const Target target : {a2a3, a5, cpu}) {
    const Lanes result = lanes({"TPRELU", "plain", target}, f32,
                               {{"src0", {two, 0xC0000000, minus_zero, 0}},
                                {"src1", {three, 0x3F000000, three, 0x7F800000}}});
    EXPECT_TRUE(result.is_just(0, two));
    EXPECT_TRUE(result.is_just(1, 0xBF800000));  // -2 / 2
    EXPECT_TRUE(result.takes(2, minus_zero));
    EXPECT_FALSE(result.takes(2, 0));
    EXPECT_TRUE(result.takes(3, nan));  // 0 times infinity
    EXPECT_FALSE(result.takes(3, 0));
  }
  for (const Target target : {a2a3, a5}) {
    const Lanes result = lanes({"TPRELU", "plain", target}, f32, Patterns{nan}, Patterns{one});
    EXPECT_TRUE(result.takes(0, nan));
    EXPECT_FALSE(result.takes(0, 0));
  }
}

}  // namespace
}  // namespace assay::ops
