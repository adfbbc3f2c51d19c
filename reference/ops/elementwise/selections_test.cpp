// SPDX-License-Identifier: Apache-2.0
// NaN and zeros of both signs in instructions that copy an argument (decision 016).
#include "reference/ops/elementwise/lanes_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

constexpr std::uint64_t nan = 0x7E01, other_nan = 0xFE22, two = 0x4000, minus_zero = 0x8000;

TEST(Extremes, TakeTheNumberAndOrderZeros) {
  for (const char* op : {"TMIN", "TMAX"}) {
    const std::uint64_t zero = std::string_view(op) == "TMAX" ? 0 : minus_zero;
    for (const Target target : {a2a3, a5, cpu}) {
      const Lanes picked = lanes({op, "plain", target}, f16, {nan, two, minus_zero, 0, nan},
                                 {two, nan, 0, minus_zero, other_nan});
      EXPECT_TRUE(picked.is_just(0, two)) << op;
      EXPECT_TRUE(picked.is_just(1, two)) << op;
      for (const std::int64_t lane : {2, 3}) {
        EXPECT_TRUE(picked.takes(lane, zero)) << op;
        EXPECT_FALSE(picked.takes(lane, zero ^ minus_zero)) << op;
      }
      EXPECT_TRUE(picked.takes(4, 0x7E00)) << op;
      EXPECT_FALSE(picked.takes(4, two)) << op;
    }
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

TEST(Clamp, KeepsNanAndClearsMinusZero) {
  for (const Target target : {a2a3, a5, cpu}) {
    const Lanes clamped =
        lanes({"TRELU", "plain", target}, f16, Patterns{0xC000, two, minus_zero, nan, 1, 0xFC00});
    EXPECT_TRUE(clamped.is_just(0, 0));
    EXPECT_TRUE(clamped.is_just(1, two));
    EXPECT_TRUE(clamped.is_just(2, 0));
    EXPECT_TRUE(clamped.takes(3, nan));
    EXPECT_FALSE(clamped.takes(3, 0));
    EXPECT_TRUE(clamped.is_just(4, 1));
    EXPECT_TRUE(clamped.is_just(5, 0));
  }
  EXPECT_TRUE(lanes({"TRELU", "plain", a5}, i32, Patterns{0x80000000}).is_just(0, 0));
}

TEST(Magnitude, ClearsTheSignOfEverything) {
  for (const Target target : {a2a3, a5, cpu}) {
    const Lanes cleared =
        lanes({"TABS", "plain", target}, f16, Patterns{minus_zero, 0xFC00, other_nan});
    EXPECT_TRUE(cleared.is_just(0, 0));
    EXPECT_TRUE(cleared.is_just(1, 0x7C00));
    EXPECT_TRUE(cleared.takes(2, other_nan ^ 0x8000));
    EXPECT_FALSE(cleared.takes(2, other_nan));
  }
}

TEST(Magnitude, OfASignallingNanMayBeQuiet) {
  const Lanes kept = lanes({"TABS", "plain", cpu}, f16, Patterns{0xFC01});
  EXPECT_TRUE(kept.is_just(0, 0x7C01));
  EXPECT_TRUE(kept.read(Choice::signalling_nans, signalling_quieted).is_just(0, 0x7E01));
}

TEST(Magnitude, OfTheLowestIntegerWraps) {
  for (const Target target : {a5, cpu}) {
    EXPECT_TRUE(lanes({"TABS", "plain", target}, i8, Patterns{0x80}).takes(0, 0x80));
    EXPECT_FALSE(lanes({"TABS", "plain", target}, i8, Patterns{0x80}).takes(0, 0x7F));
    EXPECT_TRUE(lanes({"TABS", "plain", target}, i8, Patterns{0xFB}).is_just(0, 5));
  }
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

TEST(Negation, Wraps) {
  EXPECT_TRUE(lanes({"TNEG", "plain", a5}, u16, Patterns{1}).is_just(0, 0xFFFF));
  const Lanes lowest = lanes({"TNEG", "plain", a2a3}, i16, Patterns{0x8000});
  EXPECT_TRUE(lowest.takes(0, 0x8000));
  EXPECT_FALSE(lowest.takes(0, 0x7FFF));
}

}  // namespace
}  // namespace assay::ops
