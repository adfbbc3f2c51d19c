// SPDX-License-Identifier: Apache-2.0
// NaN and zeros of both signs in instructions that copy an argument (decision 016).
#include "reference/ops/elementwise/lanes_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
constexpr Target a2a3 = Target::a2a3, a5 = Target::a5, cpu = Target::cpu;

constexpr std::uint64_t nan = 0x7E01, other_nan = 0xFE22, two = 0x4000, minus_zero = 0x8000;

TEST(Extremes, KeepTheFirstOnTheCpuUnlessTheSecondIsBetter) {
  for (const char* op : {"TMIN", "TMAX"}) {
    const Lanes picked = lanes({op, "plain", cpu}, f16, {nan, two, minus_zero, 0, nan},
                               {two, nan, 0, minus_zero, other_nan});
    EXPECT_TRUE(picked.is_just(0, nan)) << op;
    EXPECT_TRUE(picked.is_just(1, two)) << op;
    EXPECT_TRUE(picked.takes(2, minus_zero)) << op;
    EXPECT_FALSE(picked.takes(2, 0)) << op;
    EXPECT_TRUE(picked.takes(3, 0)) << op;
    EXPECT_FALSE(picked.takes(3, minus_zero)) << op;
    EXPECT_TRUE(picked.is_just(4, nan)) << op;
  }
}

TEST(Extremes, LeaveOneNanToDevicesAndGiveANanForTwo) {
  for (const char* op : {"TMIN", "TMAX"}) {
    const Lanes picked = lanes({op, "plain", a5}, f16, {nan, two, nan}, {two, nan, other_nan});
    EXPECT_TRUE(picked.is_open(0)) << op;
    EXPECT_TRUE(picked.is_open(1)) << op;
    EXPECT_FALSE(picked.is_open(2)) << op;
    EXPECT_TRUE(picked.takes(2, 0x7E00)) << op;
    EXPECT_FALSE(picked.takes(2, two)) << op;
  }
}

TEST(Extremes, TakeEitherOfTwoDifferentZerosOnDevices) {
  for (const char* op : {"TMIN", "TMAX"}) {
    const Lanes picked = lanes({op, "plain", a2a3}, f16, {0, minus_zero}, {minus_zero, minus_zero});
    EXPECT_TRUE(picked.takes(0, 0)) << op;
    EXPECT_TRUE(picked.takes(0, minus_zero)) << op;
    EXPECT_FALSE(picked.takes(0, 1)) << op;
    EXPECT_TRUE(picked.takes(1, minus_zero)) << op;
    EXPECT_FALSE(picked.takes(1, 0)) << op;
  }
}

TEST(Extremes, CompareByTheSignOfTheType) {
  const Patterns a{0xFF}, b{0x01};
  EXPECT_TRUE(lanes({"TMIN", "plain", a5}, i8, a, b).is_just(0, 0xFF));
  EXPECT_TRUE(lanes({"TMIN", "plain", a5}, u8, a, b).is_just(0, 0x01));
  EXPECT_TRUE(lanes({"TMAX", "plain", a5}, i8, a, b).is_just(0, 0x01));
  EXPECT_TRUE(lanes({"TMAX", "plain", a5}, u8, a, b).is_just(0, 0xFF));
  const Patterns high{0x8000000000000000}, low{0x7FFFFFFFFFFFFFFF};
  EXPECT_TRUE(lanes({"TMAX", "plain", a5}, u64, high, low).is_just(0, high[0]));
  EXPECT_TRUE(lanes({"TMAX", "plain", a5}, i64, high, low).is_just(0, low[0]));
}

TEST(Clamp, KeepsNanAndMinusZeroOnTheCpu) {
  const Lanes clamped =
      lanes({"TRELU", "plain", cpu}, f16, Patterns{0xC000, two, minus_zero, nan, 0x8001, 0xFC00});
  EXPECT_TRUE(clamped.takes(0, 0));
  EXPECT_FALSE(clamped.takes(0, minus_zero));
  EXPECT_TRUE(clamped.is_just(1, two));
  EXPECT_FALSE(clamped.takes(2, 0));
  EXPECT_TRUE(clamped.takes(2, minus_zero));
  EXPECT_TRUE(clamped.is_just(3, nan));
  EXPECT_TRUE(clamped.is_just(4, 0));
  EXPECT_TRUE(clamped.is_just(5, 0));
}

TEST(Clamp, LeavesNanToDevicesAndTakesEitherZeroForMinusZero) {
  const Lanes clamped = lanes({"TRELU", "plain", a2a3}, f16, Patterns{nan, minus_zero, 0x0001});
  EXPECT_TRUE(clamped.is_open(0));
  EXPECT_TRUE(clamped.takes(1, 0));
  EXPECT_TRUE(clamped.takes(1, minus_zero));
  EXPECT_FALSE(clamped.takes(1, 1));
  EXPECT_TRUE(clamped.is_just(2, 1));
  EXPECT_TRUE(lanes({"TRELU", "plain", a5}, i32, Patterns{0x80000000}).is_just(0, 0));
}

TEST(Magnitude, ClearsTheSignAndMayKeepThatOfZeroAndNanOnTheCpu) {
  const Lanes device = lanes({"TABS", "plain", a5}, f16, Patterns{minus_zero, 0xFC00, other_nan});
  EXPECT_TRUE(device.is_just(0, 0));
  EXPECT_TRUE(device.is_just(1, 0x7C00));
  EXPECT_TRUE(device.takes(2, 0x7E00));
  EXPECT_FALSE(device.takes(2, 0x7C00));
  const Lanes host = lanes({"TABS", "plain", cpu}, f16, Patterns{minus_zero, 0xFC00, other_nan});
  EXPECT_TRUE(host.takes(0, minus_zero));
  EXPECT_TRUE(host.takes(0, 0));
  EXPECT_FALSE(host.takes(1, 0xFC00));
  EXPECT_TRUE(host.takes(2, other_nan));
  EXPECT_TRUE(host.takes(2, other_nan ^ 0x8000));
  EXPECT_FALSE(host.takes(2, 0x7E00));
}

TEST(Magnitude, OfTheLowestIntegerWrapsOrStops) {
  EXPECT_TRUE(lanes({"TABS", "plain", cpu}, i8, Patterns{0x80}).takes(0, 0x80));
  EXPECT_FALSE(lanes({"TABS", "plain", cpu}, i8, Patterns{0x80}).takes(0, 0x7F));
  EXPECT_TRUE(lanes({"TABS", "plain", a5}, i8, Patterns{0x80}).takes(0, 0x7F));
  EXPECT_TRUE(lanes({"TABS", "plain", a5}, i8, Patterns{0xFB}).is_just(0, 5));
}

TEST(Negation, ChangesTheSignOfEverythingButNan) {
  const Lanes negated = lanes({"TNEG", "plain", a5}, f16, Patterns{0, minus_zero, 0x7C00, nan});
  EXPECT_TRUE(negated.takes(0, minus_zero));
  EXPECT_FALSE(negated.takes(0, 0));
  EXPECT_FALSE(negated.takes(1, minus_zero));
  EXPECT_TRUE(negated.is_just(2, 0xFC00));
  EXPECT_TRUE(negated.takes(3, nan));
  EXPECT_TRUE(negated.takes(3, nan ^ 0x8000));
  EXPECT_FALSE(negated.takes(3, 0));
}

TEST(Negation, WrapsUnsignedNumbers) {
  EXPECT_TRUE(lanes({"TNEG", "plain", a5}, u16, Patterns{1}).is_just(0, 0xFFFF));
  const Lanes lowest = lanes({"TNEG", "plain", a2a3}, i16, Patterns{0x8000});
  EXPECT_TRUE(lowest.takes(0, 0x8000));
  EXPECT_TRUE(lowest.takes(0, 0x7FFF));
  EXPECT_FALSE(lowest.takes(0, 0));
}

}  // namespace
}  // namespace assay::ops
