// SPDX-License-Identifier: Apache-2.0
// TCVT on tiny calls computed by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

/// Converts the first element of a tile.
template <typename To, typename From>
struct Cast {
  Cast(assay_element to, assay_element from, From value)
      : dst(bench.tile(to, sizeof(To), 1, 64, 1, 2)),
        src(bench.tile(from, sizeof(From), 1, 64, 1, 2)) {
    for (int i = 0; i < 64; ++i) at<From>(src, i) = value;
  }
  To on(const char* target, const char* mode, const char* saturation = nullptr,
        std::string_view fault = {}) {
    bench.attributes = {{"RoundMode", mode}};
    if (saturation != nullptr) bench.attributes.push_back({"SaturationMode", saturation});
    const char* form = saturation == nullptr ? "plain" : "saturation";
    EXPECT_EQ(bench.run(*make(fault), "TCVT", form, target), ASSAY_DONE) << bench.message;
    return at<To>(dst, 0);
  }

  Bench bench;
  assay_operand& dst;
  assay_operand& src;
};

std::int32_t whole(float value, const char* target, const char* mode, std::string_view fault = {}) {
  return Cast<std::int32_t, float>(ASSAY_I32, ASSAY_F32, value).on(target, mode, nullptr, fault);
}

std::uint16_t half(float value, const char* mode, const char* saturation) {
  return Cast<std::uint16_t, float>(ASSAY_F16, ASSAY_F32, value).on("a5", mode, saturation);
}

std::uint8_t small(assay_element to, float value, const char* mode = "CAST_RINT") {
  return Cast<std::uint8_t, float>(to, ASSAY_F32, value).on("a5", mode);
}

TEST(Convert, RoundsByTheMode) {
  EXPECT_EQ(whole(-2.5F, "a5", "CAST_NONE"), -2);
  EXPECT_EQ(whole(3.5F, "a5", "CAST_RINT"), 4);
  EXPECT_EQ(whole(-2.5F, "a5", "CAST_ROUND"), -3);
  EXPECT_EQ(whole(-2.1F, "a5", "CAST_FLOOR"), -3);
  EXPECT_EQ(whole(-2.9F, "a5", "CAST_CEIL"), -2);
  EXPECT_EQ(whole(2.5F, "a5", "CAST_ODD"), 3);
  EXPECT_EQ(whole(2.5F, "cpu", "CAST_ODD"), 3);
  EXPECT_EQ(whole(2.1F, "cpu", "CAST_ODD"), 3);
  EXPECT_EQ(whole(-2.5F, "a5", "CAST_ROUND", "ties_even"), -2);
  EXPECT_EQ(whole(-2.1F, "a5", "CAST_FLOOR", "floor_truncates"), -2);
  EXPECT_EQ(whole(2.1F, "a5", "CAST_CEIL", "mode_ignored"), 2);
}

TEST(Convert, ClampsOrKeepsLowBits) {
  Cast<std::int16_t, float> narrow(ASSAY_I16, ASSAY_F32, 40000.0F);
  EXPECT_EQ(narrow.on("a2a3", "CAST_TRUNC"), 40000 - 65536);
  EXPECT_EQ(narrow.on("a2a3", "CAST_TRUNC", "ON"), 32767);
  EXPECT_EQ(narrow.on("a2a3", "CAST_TRUNC", nullptr, "saturates"), 32767);
  Cast<std::int16_t, float> infinite(ASSAY_I16, ASSAY_F32, HUGE_VALF);
  EXPECT_EQ(infinite.on("a5", "CAST_TRUNC", "OFF"), -32768);
  EXPECT_EQ(infinite.on("a5", "CAST_TRUNC", "ON"), 32767);
  Cast<std::uint8_t, std::uint16_t> number(ASSAY_U8, ASSAY_F16, 0x7E00);  // NaN
  EXPECT_EQ(number.on("cpu", "CAST_TRUNC", "OFF"), 255);
  EXPECT_EQ(number.on("cpu", "CAST_TRUNC", "ON"), 0);
  Cast<std::int32_t, std::int64_t> wide(ASSAY_I32, ASSAY_I64, 0x123456789);
  EXPECT_EQ(wide.on("a5", "CAST_NONE"), 0x23456789);
  EXPECT_EQ(wide.on("a5", "CAST_NONE", "ON"), 0x7FFFFFFF);
  EXPECT_EQ((Cast<std::int32_t, float>(ASSAY_I32, ASSAY_F32, 1e10F).on("cpu", "CAST_NONE", "ON")),
            0x7FFFFFFF);
}

TEST(Convert, RoundsFloatsToHalfInEveryMode) {
  EXPECT_EQ(half(1 + 0x1p-11F, "CAST_RINT", "ON"), 0x3C00);
  EXPECT_EQ(half(1 + 0x1p-11F, "CAST_ODD", "ON"), 0x3C01);
  EXPECT_EQ(half(1 + 0x1p-11F, "CAST_ROUND", "ON"), 0x3C01);
  EXPECT_EQ(half(-0x1p-30F, "CAST_FLOOR", "ON"), 0x8001);
  EXPECT_EQ(half(65520, "CAST_RINT", "ON"), 0x7BFF);
  EXPECT_EQ(half(65520, "CAST_RINT", "OFF"), 0x7C00);
}

TEST(Convert, RoundsSmallFloatsByTheMode) {
  EXPECT_EQ(small(ASSAY_E4M3, 17, "CAST_CEIL"), 0x59);
  EXPECT_EQ(small(ASSAY_E4M3, 17), 0x58);
  EXPECT_EQ(small(ASSAY_E4M3, 464), 0x7E);
  EXPECT_EQ(small(ASSAY_E5M2, -0x1p-16F), 0x81);
  EXPECT_EQ(small(ASSAY_HIF8, 1.0625F), 0x08);
  EXPECT_EQ(small(ASSAY_HIF8, 1.0625F, "CAST_ROUND"), 0x09);
  EXPECT_EQ(small(ASSAY_HIF8, -0x1p-23F, "CAST_ROUND"), 0x81);
  EXPECT_EQ(small(ASSAY_HIF8, 0x1.8p-20F, "CAST_ROUND"), 0x04);
  EXPECT_EQ((Cast<float, std::uint8_t>(ASSAY_F32, ASSAY_HIF8, 0x19).on("a5", "CAST_NONE")),
            0.5625F);
  EXPECT_EQ((Cast<float, std::uint8_t>(ASSAY_F32, ASSAY_HIF8, 0x19)
                 .on("a5", "CAST_NONE", nullptr, "taper_misread")),
            3.125F);
}

TEST(Convert, PacksTheFirstElementIntoTheLowerHalf) {
  Bench bench;
  const auto& dst = bench.tile(ASSAY_E2M1, 1, 1, 64, 1, 3);
  const auto& src = bench.tile(ASSAY_BF16, 2, 1, 64, 1, 3);
  bench.attributes = {{"RoundMode", "CAST_RINT"}};
  at<std::uint16_t>(src, 0) = 0x4040;  // 3
  at<std::uint16_t>(src, 1) = 0xC0E0;  // -7, at most 6
  at<std::uint16_t>(src, 2) = 0x4040;
  EXPECT_EQ(bench.run(*make(), "TCVT", "plain", "a5"), ASSAY_DONE);
  EXPECT_EQ(at<std::uint8_t>(dst, 0), 0xF5);
  EXPECT_EQ(at<std::uint8_t>(dst, 1) & 0x0F, 0x05);  // half a byte
  EXPECT_EQ(bench.run(*make("nibbles_swapped"), "TCVT", "plain", "a5"), ASSAY_DONE);
  EXPECT_EQ(at<std::uint8_t>(dst, 0), 0x5F);
}

TEST(Convert, MakesFloatsWholeByAMode) {
  Cast<float, float> same(ASSAY_F32, ASSAY_F32, -0.4F);
  EXPECT_TRUE(std::signbit(same.on("a2a3", "CAST_RINT")));
  EXPECT_EQ(same.on("a2a3", "CAST_FLOOR"), -1.0F);
  EXPECT_EQ(same.on("cpu", "CAST_FLOOR"), -1.0F);
  EXPECT_EQ(same.on("cpu", "CAST_NONE"), -0.4F);
  EXPECT_EQ(same.on("a5", "CAST_NONE"), -0.4F);
}

TEST(Convert, MakesFloatsWholeAsTheFunctionsOfTheHostDo) {
  struct Mode {
    const char* name;
    float (*whole)(float);
  };
  const Mode modes[] = {{"CAST_RINT", std::nearbyint},
                        {"CAST_ROUND", std::round},
                        {"CAST_FLOOR", std::floor},
                        {"CAST_CEIL", std::ceil},
                        {"CAST_TRUNC", std::trunc}};
  const float sizes[] = {0,    0x1p-149F,  0.25F,      0.5F,    0.75F,   1,       1.5F,    2.5F,
                         3.5F, 4194303.5F, 8388607.5F, 0x1p24F, 0x1p61F, 0x1p62F, 0x1p63F, 3e38F};
  for (const Mode& mode : modes) {
    for (const float size : sizes) {
      for (const float x : {size, -size}) {
        const float got = Cast<float, float>(ASSAY_F32, ASSAY_F32, x).on("a5", mode.name);
        EXPECT_EQ(got, mode.whole(x)) << mode.name << " of " << x;
        EXPECT_EQ(std::signbit(got), std::signbit(x) || mode.whole(x) < 0) << mode.name << " " << x;
      }
    }
  }
}

TEST(Convert, RefusesUnknownPairsOnA5) {
  Bench bench;
  bench.tile(ASSAY_U8, 1, 1, 64, 1, 2);
  bench.tile(ASSAY_BF16, 2, 1, 64, 1, 2);
  EXPECT_EQ(bench.run(*make(), "TCVT", "plain", "a5"), ASSAY_REJECTED);
  EXPECT_EQ(bench.run(*make(), "TCVT", "plain", "a2a3"), ASSAY_UNSUPPORTED);
}

}  // namespace
}  // namespace assay::simulator
