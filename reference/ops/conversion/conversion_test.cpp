// SPDX-License-Identifier: Apache-2.0
// TCVT on values computed by hand.
#include <bit>
#include <cmath>
#include <map>
#include <set>

#include "reference/ops/conversion/conversion_constraints.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Accept;

enum Mode : int { none, rint, away, down, up, zero, odd };
constexpr int on = 0, off = 1;

std::uint64_t single(float value) { return std::bit_cast<std::uint32_t>(value); }

struct Got {
  Accept accept;
  std::uint64_t value, low, high;
};

Call tcvt(Target target, const char* form, ElementType from, ElementType to,
          std::vector<int> attributes, std::int64_t cols = 2) {
  Call call{&form_of("TCVT", form),
            target,
            {tile(to, 1, 64, 1, cols), tile(from, 1, 64, 1, cols)},
            std::move(attributes)};
  if (call.form->has("tmp")) call.operands.emplace_back(tile(u8, 1, 4096, 1, 32));
  return call;
}

/// The acceptable results for one element.
Got result(const Call& call, std::uint64_t bits,
           const ToleranceLookup& granted = correctly_rounded) {
  const ElementType to = call.tile("dst").type.element, from = call.tile("src").type.element;
  std::vector<ElementArray> before{filled(to, 64, 0), filled(from, 64, bits)};
  if (call.form->has("tmp")) before.push_back(filled(u8, 4096, 0));
  const ExpectedTile all = expected_tile(call, before, granted);
  return {accept_at(all, 0), all.value[0], all.low[0], all.high[0]};
}

Got plain(Target target, ElementType from, ElementType to, Mode mode, std::uint64_t bits) {
  return result(tcvt(target, "plain", from, to, {mode}), bits);
}

/// As `plain` where there is one answer.
std::uint64_t one(Target target, ElementType from, ElementType to, Mode mode, std::uint64_t bits) {
  const Got got = plain(target, from, to, mode, bits);
  EXPECT_EQ(got.accept, exact) << std::hex << bits;
  return got.value;
}

std::uint64_t saturated(Target target, ElementType from, ElementType to, int saturation,
                        std::uint64_t bits) {
  const Got got = result(tcvt(target, "saturation", from, to, {rint, saturation}), bits);
  EXPECT_EQ(got.accept, exact) << std::hex << bits;
  return got.value;
}

TEST(Tcvt, RoundsHalvesOfBothSignsAsTheModeSays) {
  const std::vector<float> values{2.5F, 3.5F, -2.5F, 2.1F, 2.9F, -2.1F};
  const std::map<Mode, std::vector<int>> wanted{
      {none, {2, 3, -2, 2, 2, -2}}, {rint, {2, 4, -2, 2, 3, -2}}, {away, {3, 4, -3, 2, 3, -2}},
      {down, {2, 3, -3, 2, 2, -3}}, {up, {3, 4, -2, 3, 3, -2}},   {zero, {2, 3, -2, 2, 2, -2}},
  };
  for (const auto& [mode, results] : wanted) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (const Target target : all_targets) {
        EXPECT_EQ(one(target, f32, i32, mode, single(values[i])),
                  static_cast<std::uint32_t>(results[i]))
            << mode << " " << values[i];
      }
    }
  }
}

TEST(Tcvt, OddIsSticky) {
  for (const Target target : all_targets) {
    EXPECT_EQ(one(target, f32, i32, odd, single(2.1F)), 3U);
    EXPECT_EQ(one(target, f32, i32, odd, single(-2.5F)), static_cast<std::uint32_t>(-3));
    EXPECT_EQ(one(target, f32, i32, odd, single(4.0F)), 4U);
    // 1 + 2^-11 lies halfway between two halves, of which 0x3C01 is odd.
    EXPECT_EQ(one(target, f32, f16, odd, single(1 + 0x1p-11F)), 0x3C01U);
    EXPECT_EQ(one(target, f32, f16, odd, single(1 + 0x1p-20F)), 0x3C01U);
    EXPECT_EQ(one(target, f32, f16, none, single(1 + 0x1p-11F)), 0x3C00U);
    EXPECT_EQ(one(target, f32, f32, odd, single(-0.3F)), single(-1));
  }
}

TEST(Tcvt, HonoursThePolicyForEveryFloat) {
  const std::uint64_t tie = single(1 + 0x1p-11F);  // halfway between the halves 0x3C00 and 0x3C01
  const std::map<Mode, std::uint64_t> half{{none, 0x3C00}, {rint, 0x3C00}, {away, 0x3C01},
                                           {down, 0x3C00}, {up, 0x3C01},   {zero, 0x3C00}};
  for (const Target target : all_targets) {
    for (const auto& [mode, bits] : half) EXPECT_EQ(one(target, f32, f16, mode, tie), bits);
    EXPECT_EQ(one(target, f32, bf16, up, 0x3F800001), 0x3F81U);
    EXPECT_EQ(one(target, i32, f32, up, 16777217), single(16777218));
    EXPECT_EQ(one(target, i32, f32, down, 16777217), single(16777216));
    EXPECT_EQ(one(target, f16, f32, up, 0x3C01), single(1 + 0x1p-10F));  // exact
  }
  for (const Target target : {Target::cpu, Target::a2a3}) {
    EXPECT_EQ(one(target, i32, f16, zero, 2049), 0x6800U);
    EXPECT_EQ(one(target, i32, f16, up, 2049), 0x6801U);
  }
}

TEST(Tcvt, TruncatesToInt4WithoutAMode) {
  EXPECT_EQ(one(Target::a2a3, f16, i4, none, 0x4300), 3U);       // 3.5
  EXPECT_EQ(saturated(Target::a2a3, f16, i4, on, 0x4880), 7U);   // 9
  EXPECT_EQ(saturated(Target::a2a3, f16, i4, on, 0xC880), 8U);   // -9 becomes -8, pattern 8
  EXPECT_EQ(saturated(Target::a2a3, f16, i4, off, 0x4880), 9U);  // its low bits
  EXPECT_EQ(one(Target::a2a3, i4, f16, none, 0xF), 0xBC00U);     // -1
}

TEST(Tcvt, StopsAtTheEndsOfAnIntegerWithSaturation) {
  for (const Target target : all_targets) {
    EXPECT_EQ(saturated(target, f32, i32, on, single(2147483520.0F)), 0x7FFFFF80U);
    EXPECT_EQ(saturated(target, f32, i32, on, single(2147483648.0F)), 0x7FFFFFFFU);
    EXPECT_EQ(saturated(target, f32, i32, on, single(-2147483904.0F)), 0x80000000U);
    EXPECT_EQ(saturated(target, f32, i64, on, 0xFF800000), 0x8000000000000000U);
    EXPECT_EQ(saturated(target, f32, i16, on, 0x7F800000), 0x7FFFU);
    EXPECT_EQ(saturated(target, f32, i32, on, 0x7FC00000), 0U);  // NaN
    EXPECT_EQ(saturated(target, f16, i8, on, 0x57F8), 127U);     // 127.5
    EXPECT_EQ(saturated(target, f16, i8, on, 0x5CB0), 127U);     // 300
    EXPECT_EQ(saturated(target, f16, u8, on, 0xBC00), 0U);       // -1
    EXPECT_EQ(saturated(target, i64, i32, on, 0x8000000000000000), 0x80000000U);
  }
  EXPECT_EQ(saturated(Target::a5, i32, u8, on, 0xFFFFFFFF), 0U);
  EXPECT_EQ(saturated(Target::a5, u32, i16, on, 0xFFFFFFFF), 0x7FFFU);
  EXPECT_EQ(saturated(Target::a5, i16, u32, on, 0xFFFF), 0U);
}

TEST(Tcvt, KeepsLowBitsWithoutSaturation) {
  for (const Target target : all_targets) {
    EXPECT_EQ(saturated(target, f16, u8, off, 0x5CB0), 44U);   // 300
    EXPECT_EQ(saturated(target, f16, u8, off, 0xBC00), 255U);  // -1
    EXPECT_EQ(saturated(target, i64, i32, off, 0x123456789), 0x23456789U);
    EXPECT_EQ(saturated(target, i32, i16, off, 0x18000), 0x8000U);
    const Call wide = tcvt(target, "saturation", f32, i32, {rint, off});
    EXPECT_EQ(result(wide, single(1e10F)).accept, target_defined);
    const Call far = tcvt(target, "saturation", f32, i16, {rint, off});
    EXPECT_EQ(result(far, single(1e10F)).accept, target_defined);
  }
  EXPECT_EQ(saturated(Target::a5, f32, i16, off, single(40000)), 0x9C40U);
  EXPECT_EQ(saturated(Target::cpu, f32, i16, off, single(40000)), 0x9C40U);
  EXPECT_EQ(saturated(Target::a5, i32, u8, off, 300), 44U);
  EXPECT_EQ(saturated(Target::a5, i16, u32, off, 0xFFFF), 0xFFFFFFFFU);
}

TEST(Tcvt, MakesTheIndefiniteValueOfSpecialsWithoutSaturation) {
  for (const Target target : all_targets) {
    for (const std::uint64_t special : {0x7FC00000U, 0x7F800000U, 0xFF800000U}) {
      EXPECT_EQ(saturated(target, f32, i32, off, special), 0x80000000U);
      EXPECT_EQ(saturated(target, f32, i64, off, special), 0x8000000000000000U);
    }
    EXPECT_EQ(saturated(target, f16, u8, off, 0x7E00), 0xFFU);
  }
  EXPECT_EQ(saturated(Target::a5, f32, i16, off, 0x7F800000), 0x8000U);
}

TEST(Tcvt, NarrowsByInt32WithScratchOnA2a3AndAsTheUnitDoesWithout) {
  const std::uint64_t large = single(40000);
  const Call with = tcvt(Target::a2a3, "tmp_saturation", f32, i16, {rint, off});
  EXPECT_EQ(result(with, large).accept, exact);
  EXPECT_EQ(result(with, large).value, 0x9C40U);
  EXPECT_EQ(result(with, 0x7F800000).accept, target_defined);
  const Got without = result(tcvt(Target::a2a3, "saturation", f32, i16, {rint, off}), large);
  EXPECT_EQ(without.accept, any_of);
  EXPECT_EQ(without.value, 0x9C40U);
  EXPECT_EQ(without.low, 0x7FFFU);
}

TEST(Tcvt, LeavesTheDefaultSaturationToTheTarget) {
  const ToleranceLookup clamps = reading(Choice::default_saturation, default_clamps);
  for (const Target target : all_targets) {
    EXPECT_EQ(one(target, i32, i16, none, 0x18000), 0x8000U);
    EXPECT_EQ(result(tcvt(target, "plain", i32, i16, {none}), 0x18000, clamps).value, 0x7FFFU);
    EXPECT_EQ(one(target, i32, i16, none, 0xFFFFFFFF), 0xFFFFU);  // it fits
    EXPECT_EQ(one(target, f32, f16, rint, single(65536)), 0x7C00U);
    EXPECT_EQ(result(tcvt(target, "plain", f32, f16, {rint}), single(65536), clamps).value,
              0x7BFFU);
  }
  const Call ambient = tcvt(Target::a5, "ambient", f32, f16, {rint, 0});
  EXPECT_EQ(result(ambient, single(65536)).value, 0x7C00U);
  EXPECT_EQ(result(ambient, single(65536), clamps).value, 0x7BFFU);
}

TEST(Tcvt, WithSaturationModeMayBeRefusedOnTheCpu) {
  for (const Target target : all_targets) {
    Call call = tcvt(target, "saturation", f32, i32, {rint, on});
    EXPECT_EQ(may_refuse(call) != nullptr, target == Target::cpu) << name_of(target);
    call.form = &form_of("TCVT", "plain");
    EXPECT_EQ(may_refuse(call), nullptr) << name_of(target);
  }
}

TEST(Tcvt, OverflowsHalfFrom65520On) {
  EXPECT_EQ(saturated(Target::a5, f32, f16, off, single(65519.996F)), 0x7BFFU);
  EXPECT_EQ(saturated(Target::a5, f32, f16, off, single(65520)), 0x7C00U);
  EXPECT_EQ(saturated(Target::a5, f32, f16, on, single(-65520)), 0xFBFFU);
  EXPECT_EQ(saturated(Target::cpu, f32, f16, off, single(65520)), 0x7C00U);
  EXPECT_EQ(saturated(Target::a2a3, f32, f16, off, single(65520)), 0x7C00U);
  for (const Target target : all_targets) {
    EXPECT_EQ(saturated(target, f32, f16, on, 0x7F800000), 0x7BFFU);
    EXPECT_EQ(saturated(target, f32, f16, off, 0x7F800000), 0x7C00U);
    EXPECT_EQ(result(tcvt(target, "saturation", f32, f16, {rint, on}), 0x7FC00000).accept, any_nan);
    // Nothing overflows: an infinity may stay.
    const Got wider = result(tcvt(target, "saturation", f16, f32, {rint, on}), 0x7C00);
    EXPECT_EQ(std::set({wider.value, wider.low, wider.high}),
              (std::set<std::uint64_t>{0x7F800000, 0x7F7FFFFF}));
  }
  const Call down_off = tcvt(Target::a5, "saturation", f32, f16, {down, off});
  const ToleranceLookup infinite = reading(Choice::directed_overflow, overflow_to_infinity);
  EXPECT_EQ(result(down_off, single(7e4F)).value, 0x7BFFU);
  EXPECT_EQ(result(down_off, single(7e4F), infinite).value, 0x7C00U);
  // Less than the next number, if there were one, rounds down whatever is beyond.
  EXPECT_EQ(result(down_off, single(65530), infinite).value, 0x7BFFU);
}

TEST(Tcvt, KeepsSubnormalResults) {
  EXPECT_EQ(one(Target::a5, f32, f16, rint, single(0x1p-25F)), 0U);  // tie, to even
  EXPECT_EQ(one(Target::a5, f32, f16, away, single(-0x1p-25F)), 0x8001U);
  EXPECT_EQ(one(Target::a5, f32, f16, down, single(-0x1p-40F)), 0x8001U);
  EXPECT_EQ(one(Target::a2a3, f32, f16, up, single(-0x1p-40F)), 0x8000U);
  EXPECT_EQ(one(Target::a2a3, f32, bf16, rint, 0x00018000), 0x0002U);  // 1.5 of the smallest
  EXPECT_EQ(one(Target::a5, f16, f32, rint, 0x0001), single(0x1p-24F));
}

TEST(Tcvt, MakesFloatsWholeByAPolicyAlone) {
  for (const Target target : all_targets) {
    EXPECT_EQ(one(target, f32, f32, rint, single(2.5F)), single(2));
    EXPECT_EQ(one(target, f32, f32, up, single(-0.3F)), 0x80000000U);
    EXPECT_EQ(one(target, f32, f32, away, single(-0.5F)), single(-1));
    EXPECT_EQ(one(target, f32, f32, none, single(2.5F)), single(2.5F));
    EXPECT_EQ(saturated(target, f32, f32, off, 0xFF800000), 0xFF800000U);
    EXPECT_EQ(plain(target, f32, f32, zero, 0x7F800001).accept, any_nan);
  }
}

TEST(Tcvt, RoundsFp8ByTheModeAndSaturatesAsAsked) {
  EXPECT_EQ(one(Target::a5, f32, e4m3, rint, single(17)), 0x58U);  // tie of 16 and 18
  EXPECT_EQ(one(Target::a5, f32, e4m3, up, single(17)), 0x59U);
  EXPECT_EQ(one(Target::a5, f32, e4m3, zero, single(447)), 0x7DU);
  EXPECT_EQ(saturated(Target::a5, f32, e4m3, on, single(-465)), 0xFEU);
  EXPECT_EQ(result(tcvt(Target::a5, "saturation", f32, e4m3, {rint, off}), single(-465)).accept,
            any_nan);
  // Halfway between the largest number, whose code is even, and what would be the next one.
  const auto unsaturated = [](Mode mode, float value) {
    return result(tcvt(Target::a5, "saturation", f32, e4m3, {mode, off}), single(value));
  };
  EXPECT_EQ(unsaturated(rint, 464).value, 0x7EU);
  EXPECT_EQ(unsaturated(rint, 464).accept, exact);
  EXPECT_EQ(unsaturated(away, std::nextafter(464.0F, 0.0F)).value, 0x7EU);
  EXPECT_EQ(unsaturated(away, 464).accept, any_nan);
  EXPECT_EQ(unsaturated(away, -464).accept, any_nan);
  // IEEE 754, 7.4: a directed mode overflows in its direction alone.
  for (const float beyond : {449.0F, 470.0F, 1e30F}) {
    EXPECT_EQ(unsaturated(zero, beyond).value, 0x7EU) << beyond;
    EXPECT_EQ(unsaturated(zero, -beyond).value, 0xFEU) << beyond;
    EXPECT_EQ(unsaturated(down, beyond).value, 0x7EU) << beyond;
    EXPECT_EQ(unsaturated(down, -beyond).accept, any_nan) << beyond;
    EXPECT_EQ(unsaturated(up, beyond).accept, any_nan) << beyond;
    EXPECT_EQ(unsaturated(up, -beyond).value, 0xFEU) << beyond;
  }
  EXPECT_EQ(one(Target::a5, f32, e4m3, rint, single(0x1p-10F)), 0U);
  EXPECT_EQ(one(Target::a5, f32, e4m3, rint, single(0x3p-10F)), 2U);  // 1.5 of the smallest
  EXPECT_EQ(one(Target::a5, f32, e5m2, rint, single(57345)), 0x7BU);
  EXPECT_EQ(saturated(Target::a5, f32, e5m2, on, single(61440)), 0x7BU);
  EXPECT_EQ(saturated(Target::a5, f32, e5m2, off, single(61440)), 0x7CU);
  EXPECT_EQ(one(Target::a5, e4m3, f32, none, 0x7E), single(448));
  EXPECT_EQ(plain(Target::a5, e4m3, f32, none, 0x7F).accept, any_nan);
}

TEST(Tcvt, RoundsHiFloat8ByTheMode) {
  EXPECT_EQ(one(Target::a5, f32, hif8, rint, single(1.0625F)), 0x08U);  // tie of 1 and 1.125
  EXPECT_EQ(one(Target::a5, f32, hif8, away, single(1.0625F)), 0x09U);
  EXPECT_EQ(one(Target::a5, f32, hif8, none, single(1.0625F)), 0x08U);
  EXPECT_EQ(one(Target::a5, f16, hif8, down, 0xBC40), 0x89U);                 // -1.0625
  EXPECT_EQ(one(Target::a5, f32, hif8, away, single(4.25F)), 0x20U | 0x01U);  // 4 and 4.5
  EXPECT_EQ(one(Target::a5, f32, hif8, away, single(20)), 0x41U);  // 16 and 20, three digits
  EXPECT_EQ(one(Target::a5, f32, hif8, away, single(0x1p-23F)), 0x01U);
  EXPECT_EQ(one(Target::a5, f32, hif8, away, single(0x1.8p-20F)), 0x04U);  // tie of 2^-20 and 2^-19
  const Call parity = tcvt(Target::a5, "plain", f32, hif8, {rint});
  const ToleranceLookup larger = reading(Choice::hif8_ties, ties_to_larger);
  EXPECT_EQ(result(parity, single(0x1.8p-17F)).value, 6U);
  EXPECT_EQ(result(parity, single(0x1.8p-17F), larger).value, 7U);
  EXPECT_EQ(one(Target::a5, f32, hif8, rint, single(0x1.4p-17F)), 6U);
  EXPECT_EQ(saturated(Target::a5, f32, hif8, on, single(40960)), 0x6EU);
  EXPECT_EQ(saturated(Target::a5, f32, hif8, off, single(40961)), 0x6FU);
  EXPECT_EQ(one(Target::a5, f32, hif8, rint, 0x80000000), 0U);
  EXPECT_EQ(one(Target::a5, hif8, f32, none, 0x0F), single(1.875F));
}

TEST(Tcvt, PacksFp4WithItsModeAndWithoutOverflow) {
  EXPECT_EQ(one(Target::a5, bf16, e2m1, rint, 0x4020), 0x4U);  // 2.5, tie of 2 and 3
  EXPECT_EQ(one(Target::a5, bf16, e2m1, up, 0x4020), 0x5U);
  EXPECT_EQ(one(Target::a5, bf16, e2m1, away, 0xBE80), 0x9U);  // -0.25, tie of 0 and -0.5
  EXPECT_EQ(one(Target::a5, bf16, e2m1, rint, 0xC0E0), 0xFU);  // -7
  EXPECT_EQ(one(Target::a5, bf16, e1m2, rint, 0x4000), 0x7U);  // 2, at most 1.75
  EXPECT_EQ(one(Target::a5, e1m2, bf16, none, 0xF), 0xBFE0U);
  const Call call = tcvt(Target::a5, "plain", bf16, e2m1, {rint}, 3);
  const ExpectedTile row = expected_tile(call, {filled(e2m1, 64, 0), filled(bf16, 64, 0x3F80)});
  EXPECT_EQ(accept_at(row, 1), exact);
  EXPECT_EQ(accept_at(row, 2), exact);  // half a byte
}

TEST(Tcvt, RoundsLargeIntegersOnTheirWayToFloats) {
  EXPECT_EQ(one(Target::a5, i32, f32, rint, 16777217), single(16777216));
  EXPECT_EQ(one(Target::a5, i32, f32, away, 16777217), single(16777218));
  EXPECT_EQ(one(Target::a2a3, i64, f32, down, 0xFFFFFFFFFEFFFFFF), single(-16777218));
  EXPECT_EQ(one(Target::a2a3, i16, f16, rint, 2049), 0x6800U);
  EXPECT_EQ(one(Target::a5, i16, f16, up, 2049), 0x6801U);
  const Call scaled = tcvt(Target::a2a3, "tmp_saturation", i32, f16, {rint, on});
  EXPECT_EQ(result(scaled, 70000).value, 0x7BFFU);
}

TEST(Tcvt, ConvertsOnTheCpuWhatEitherDeviceDoes) {
  EXPECT_EQ(saturated(Target::cpu, i32, u8, off, 300), 44U);
  EXPECT_EQ(saturated(Target::cpu, i32, u8, on, 300), 255U);
  EXPECT_EQ(saturated(Target::cpu, f16, i8, off, 0x5CB0), 44U);  // 300
  EXPECT_EQ(saturated(Target::cpu, f16, i8, on, 0x5CB0), 127U);
  EXPECT_EQ(saturated(Target::cpu, f16, i16, on, 0x7BFF), 0x7FFFU);
  EXPECT_EQ(saturated(Target::cpu, bf16, f16, on, 0x4780), 0x7BFFU);  // 65536
  EXPECT_EQ(saturated(Target::cpu, f32, e4m3, on, single(1000)), 0x7EU);
  EXPECT_EQ(one(Target::cpu, hif8, f32, none, 0x0C), single(1.5F));
}

TEST(Tcvt, KnowsWhichPairsATargetHas) {
  EXPECT_TRUE(broken_constraints(tcvt(Target::a5, "plain", f32, hif8, {0})).empty());
  EXPECT_EQ(broken_constraints(tcvt(Target::a5, "plain", bf16, u8, {0})),
            std::vector<std::string>{"dst.pair"});
  EXPECT_EQ(broken_constraints(tcvt(Target::a2a3, "plain", u32, f32, {0})),
            std::vector<std::string>{"src.element"});
  EXPECT_TRUE(broken_constraints(tcvt(Target::cpu, "plain", u32, i16, {0})).empty());
  EXPECT_TRUE(broken_constraints(tcvt(Target::cpu, "plain", i32, f16, {0})).empty());
  EXPECT_EQ(broken_constraints(tcvt(Target::cpu, "plain", u32, f32, {0})),
            std::vector<std::string>{"dst.pair"});
  EXPECT_EQ(broken_constraints(tcvt(Target::cpu, "plain", i4, f16, {0})),
            std::vector<std::string>{"src.element"});
  Call packed = tcvt(Target::a5, "plain", e2m1, bf16, {0});
  packed.tile("src").type.cols = 96;
  EXPECT_EQ(broken_constraints(packed), std::vector<std::string>{"src.whole_rows"});
}

TEST(Tcvt, NeedsScratchForWrappingConversionsOnA2a3) {
  Call call = tcvt(Target::a2a3, "tmp", f32, i16, {0});
  call.tile("src") = tile(f32, 3, 136, 3, 130);
  call.tile("dst") = tile(i16, 3, 144, 3, 130);
  // 256 * 2; 2 columns are left: 32 * (2 * 136 / 8 + 1).
  EXPECT_EQ(scratch_bytes(call), 1120);
  call.tile("src") = tile(f32, 3, 136, 3, 128);
  call.tile("dst") = tile(i16, 3, 144, 3, 128);
  EXPECT_EQ(scratch_bytes(call), 512);
  call.target = Target::a5;
  EXPECT_EQ(scratch_bytes(call), 0);
  EXPECT_EQ(scratch_bytes(tcvt(Target::a2a3, "tmp", f16, i16, {0}, 17)), 96);
  EXPECT_EQ(scratch_bytes(tcvt(Target::a2a3, "tmp", f16, i8, {0}, 17)), 192);
  EXPECT_EQ(scratch_bytes(tcvt(Target::a2a3, "tmp", f16, i8, {0}, 64)), 256);
  EXPECT_EQ(scratch_bytes(tcvt(Target::a2a3, "tmp_saturation", f16, i8, {0, on}, 64)), 0);
  EXPECT_EQ(scratch_bytes(tcvt(Target::a2a3, "tmp", f16, u8, {0}, 64)), 0);
  Call small = tcvt(Target::a2a3, "tmp", f16, i8, {0}, 64);
  small.tile("tmp") = tile(u8, 1, 256, 1, 32);
  EXPECT_TRUE(broken_constraints(small).empty());
  small.tile("tmp") = tile(u8, 1, 224, 1, 32);
  EXPECT_EQ(broken_constraints(small), std::vector<std::string>{"tmp.bytes"});
}

}  // namespace
}  // namespace assay::ops
