// SPDX-License-Identifier: Apache-2.0
// Results if the number of an element is converted instead of its bits being copied.
#include "reference/ops/movement/shared/converted.hpp"

#include <optional>

#include "reference/judge/judge_parts.hpp"
#include "reference/ops/movement/transposition.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Pattern = std::optional<std::uint64_t>;

/// The result for one element; nothing if any is accepted.
Pattern of(ElementType to, ElementType from, std::uint64_t bits) {
  const Call call{&form_of("TTRANS", "tile"),
                  Target::cpu,
                  {tile(to, 1, 32, 1, 1), tile(from, 1, 32, 1, 1), tile(from, 1, 32, 1, 32)},
                  {}};
  const std::vector before{filled(to, 32, 0), filled(from, 32, bits), filled(from, 32, 0)};
  const Result converted = with_numbers_converted(transposed(), "src");
  const Expected promise = expect(call, converted, before, correctly_rounded);
  const auto& made = std::get<ExpectedTile>(promise);
  return accept_at(made, 0) == Accept::exact ? Pattern(made.value[0]) : std::nullopt;
}

TEST(ConvertedNumbers, FloatsAreCutToIntegers) {
  EXPECT_EQ(of(i32, f32, 0x40600000), 3U);           // 3.5
  EXPECT_EQ(of(i32, f32, 0xC0600000), 0xFFFFFFFDU);  // -3.5
  EXPECT_EQ(of(u32, f32, 0xBF400000), 0U);           // -0.75
  EXPECT_EQ(of(i8, e4m3, 0x44), 3U);
}

TEST(ConvertedNumbers, IntegersGoToTheNearestFloat) {
  EXPECT_EQ(of(f32, i32, 0x01000001), 0x4B800000U);  // 2^24 + 1
  EXPECT_EQ(of(f32, u32, 0xFFFFFFFF), 0x4F800000U);
  EXPECT_EQ(of(f16, i16, 0x8000), 0xF800U);
  EXPECT_EQ(of(f32, i32, 0), 0U);
}

TEST(ConvertedNumbers, FloatsOfOneByteAreCutAndWrap) {
  EXPECT_EQ(of(e4m3, u8, 17), 0x58U);    // 16 and 18 are next to it
  EXPECT_EQ(of(e4m3, i8, 0x97), 0xEDU);  // -105, next to -104 and -112
  EXPECT_EQ(of(e4m3, u8, 16), 0x58U);
  EXPECT_EQ(of(e5m2, i8, 0xFF), 0xBCU);
}

TEST(ConvertedNumbers, EveryCodeOfASmallFloatIsANumber) {
  EXPECT_EQ(of(i8, e5m2, 0x80), 0U);
  EXPECT_EQ(of(e5m2, e4m3, 0x7F), 0x5FU);  // 480, of which two digits are 448
  EXPECT_EQ(of(u8, e4m3, 0x6C), 96U);
}

TEST(ConvertedNumbers, HiFloat8HasOtherFractionsNearOne) {
  EXPECT_EQ(of(u8, hif8, 0x08), 1U);
  EXPECT_EQ(of(u8, hif8, 0x1F), 3U);  // 2 + 15/8; the manual has 15/16
  EXPECT_EQ(of(hif8, u8, 3), 0x18U);  // 2 + 8/8
}

TEST(ConvertedNumbers, FloatsOfTwoBytesGoToTheNearestOfTheOtherFormat) {
  EXPECT_EQ(of(f16, bf16, 0x3F80), 0x3C00U);
  EXPECT_EQ(of(bf16, f16, 0x3C01), 0x3F80U);
  EXPECT_EQ(of(f16, bf16, 0x8000), 0x8000U);
}

TEST(ConvertedNumbers, WhatCxxOrTheFormatLeavesOpenIsOpen) {
  EXPECT_EQ(of(i32, f32, 0x7FC00000), std::nullopt);
  EXPECT_EQ(of(i32, f32, 0x4F000000), std::nullopt);  // 2^31
  EXPECT_EQ(of(i32, f32, 0xCF000000), 0x80000000U);
  EXPECT_EQ(of(u32, f32, 0xBF800000), std::nullopt);
  EXPECT_EQ(of(i8, e4m3, 0x7E), std::nullopt);  // 448
  EXPECT_EQ(of(e8m0, u8, 1), std::nullopt);
}

}  // namespace
}  // namespace assay::ops
