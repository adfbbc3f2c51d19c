// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

std::string text_of(const Call& call, const std::vector<ElementArray>& before,
                    std::size_t reading = 0) {
  return std::get<ExpectedText>(expect(call, before, correctly_rounded).front())
      .readings.at(reading)
      .text;
}

TEST(Tprint, FencesTheValidPartOfTheWholeTile) {
  const Call call{&form_of("TPRINT", "tile"), Target::a5, {tile(i32, 2, 8, 1, 2)}, {0}};
  const auto before = elements(i32, {1, 2, 3, 4, 5, 6, 7, 8, 0xFFFFFFFF, 0, 0, 0, 0, 0, 0, 10});
  EXPECT_EQ(text_of(call, {before}),
            "       1        2|        3        4        5        6        7        8\n"
            "--------\n"
            "      -1        0|        0        0        0        0        0       10\n");
}

TEST(Tprint, HasTheWholeTileOnEveryTarget) {
  for (const Target target : all_targets) {
    const Call call{&form_of("TPRINT", "tile"), target, {tile(u8, 1, 32, 1, 3)}, {2}};
    const auto all = expect(call, std::vector{filled(u8, 32, 200)}, correctly_rounded);
    const auto& readings = std::get<ExpectedText>(all.front()).readings;
    ASSERT_EQ(readings.size(), 1);
    EXPECT_TRUE(readings[0].text.starts_with("       200        200        200|        200"));
    EXPECT_EQ(std::ranges::count(readings[0].text, '2'), 32);
  }
}

TEST(Tprint, ReadsLargeUnsignedValuesAsTheChoiceSays) {
  const Call call{&form_of("TPRINT", "tile"), Target::a5, {tile(u32, 1, 8, 1, 8)}, {0}};
  const auto of = [&](std::uint64_t bits, std::uint8_t taken) {
    const auto all =
        expect(call, std::vector{filled(u32, 8, bits)}, reading(Choice::unsigned_text, taken));
    const auto& texts = std::get<ExpectedText>(all.front()).readings;
    EXPECT_EQ(texts.size(), 1U);
    return texts.front().text;
  };
  EXPECT_TRUE(of(0xFFFFFFFE, text_as_signed).starts_with("      -2 "));
  EXPECT_TRUE(of(0xFFFFFFFE, text_as_unsigned).starts_with("4294967294 "));
  EXPECT_EQ(of(0x7FFFFFFF, text_as_signed), of(0x7FFFFFFF, text_as_unsigned));
}

TEST(Tprint, LeavesTheOrderOfBoxedMatTilesAlone) {
  TileSpec boxed = tile(f32, 16, 16, 16, 16);
  boxed.type.blayout = BLayout::col_major;
  boxed.type.slayout = SLayout::row_major;
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t i = 0; i < 256; ++i) numbers.push_back(0x3F800000 + i * 0x10000);
  const auto readings = [&](Location location) {
    boxed.type.location = location;
    GlobalSpec tmp;
    tmp.shape = {1, 1, 1, 16, 16};
    tmp.stride = {256, 256, 256, 16, 1};
    const Call call{&form_of("TPRINT", "scratch"), Target::a2a3, {boxed, tmp}, {0}};
    const std::vector<ElementArray> before{elements(f32, numbers), filled(f32, 256, 0)};
    return std::get<ExpectedText>(expect(call, before, correctly_rounded).front()).readings.size();
  };
  EXPECT_EQ(readings(Location::mat), 2);
  EXPECT_EQ(readings(Location::acc), 1);
}

TEST(Tprint, RoundsTheLastDigitToNearestEven) {
  const Call call{&form_of("TPRINT", "tile"), Target::a5, {tile(f32, 1, 8, 1, 8)}, {1}};
  // 0.125 and 0.375 are ties at two digits; -0 keeps its sign; 1.005f is below the tie.
  const auto before = elements(
      f32, {0x3E000000, 0x3EC00000, 0x80000000, 0x3F80A3D7, 0x42C80000, 0x7F800000, 0xC2F6E979, 0});
  EXPECT_EQ(text_of(call, {before}),
            "    0.12     0.38    -0.00     1.00   100.00      inf  -123.46     0.00\n");
}

TEST(Tprint, PrintsTheBatchesOfAGlobalViewInTurn) {
  GlobalSpec view;
  view.element = i32;
  view.shape = {1, 2, 1, 1, 2};
  view.stride = {50, 10, 10, 4, 2};
  view.base = 1;
  ElementArray memory(i32, view.allocation());
  for (std::int64_t k = 0; k < memory.size(); ++k) memory.set(k, static_cast<std::uint64_t>(k));
  const Call call{&form_of("TPRINT", "global"), Target::a2a3, {view}, {0}};
  EXPECT_EQ(text_of(call, {memory}), "       1        3\n      11       13\n");
}

TEST(Tprint, PrintsAnNzViewAsItsLogicalMatrix) {
  GlobalSpec view;
  view.element = i32;
  view.layout = GlobalLayout::NZ;
  view.shape = {1, 2, 1, 16, 8};
  view.stride = {256, 128, 128, 8, 1};
  ElementArray memory(i32, 256);
  for (std::int64_t k = 0; k < 256; ++k) memory.set(k, static_cast<std::uint64_t>(k));
  const Call call{&form_of("TPRINT", "global"), Target::a2a3, {view}, {0}};
  const std::string text = text_of(call, {memory});
  EXPECT_TRUE(
      text.starts_with("       0        1        2        3        4        5        6"
                       "        7      128      129"))
      << text.substr(0, 100);
}

TEST(Tprint, HasABufferOf16KibOnDevicesOnly) {
  Call call{&form_of("TPRINT", "tile"), Target::a5, {tile(u8, 1, 32, 1, 3)}, {0}};
  EXPECT_EQ(
      std::get<ExpectedText>(expect(call, std::vector{filled(u8, 32, 1)}, correctly_rounded)[0])
          .capacity,
      16384);
  call.target = Target::cpu;
  EXPECT_EQ(
      std::get<ExpectedText>(expect(call, std::vector{filled(u8, 32, 1)}, correctly_rounded)[0])
          .capacity,
      0);
}

TEST(Tprint, RefusesMatTilesOnA5) {
  TileSpec src = tile(f32, 16, 16, 16, 16);
  src.type.location = Location::mat;
  GlobalSpec tmp;
  tmp.shape = {1, 1, 1, 16, 16};
  tmp.stride = {256, 256, 256, 16, 1};
  const auto broken = [&](Target target) {
    return broken_constraints({&form_of("TPRINT", "scratch"), target, {src, tmp}, {0}});
  };
  EXPECT_TRUE(broken(Target::a2a3).empty());
  EXPECT_EQ(broken(Target::a5), std::vector<std::string>{"src.location"});
}

// The page lists types for every target.
TEST(Tprint, PromisesRefusalsOfOtherElementsOnEveryTarget) {
  int found = 0;
  for (const char* form : {"tile", "scratch", "global"}) {
    for (const Constraint& constraint : form_of("TPRINT", form).constraints) {
      if (constraint.name != "src.element") continue;
      EXPECT_EQ(constraint.enforced, every_target) << form;
      ++found;
    }
  }
  EXPECT_EQ(found, 3);
}

}  // namespace
}  // namespace assay::ops
