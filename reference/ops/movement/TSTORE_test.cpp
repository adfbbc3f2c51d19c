// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

constexpr std::uint64_t there = 0x77;

GlobalSpec view(ElementType element, GlobalLayout layout, Dims5 shape, Dims5 stride,
                std::int64_t base = 0) {
  GlobalSpec made;
  made.element = element;
  made.layout = layout;
  made.shape = shape;
  made.stride = stride;
  made.base = base;
  return made;
}

ElementArray numbered(const TileSpec& tile) {
  ElementArray made(tile.type.element, tile.type.elements());
  for (std::int64_t i = 0; i < made.size(); ++i) {
    made.set(i, static_cast<std::uint64_t>(i + 1) & mask_of(tile.type.element));
  }
  return made;
}

ExpectedTile store_of(const GlobalSpec& dst, const TileSpec& src, Target target = Target::a5) {
  const Call call{&form_of("TSTORE", "tile"), target, {dst, src}, {}};
  return expected_tile(call, {filled(dst.element, dst.allocation(), there), numbered(src)});
}

/// Elements of memory that are written, with what; all others are kept.
using Memory = std::vector<std::pair<std::int64_t, std::uint64_t>>;

void expect_memory(const ExpectedTile& expected, const Memory& written, std::int64_t size) {
  ASSERT_EQ(std::ssize(expected.accept), size);
  std::int64_t kept = 0;
  for (std::int64_t i = 0; i < size; ++i) kept += accept_at(expected, i) == Accept::preserved;
  EXPECT_EQ(kept, size - std::ssize(written));
  for (const auto& [place, bits] : written) {
    EXPECT_EQ(accept_at(expected, place), Accept::exact) << place;
    EXPECT_EQ(expected.value[place], bits) << place;
  }
}

TEST(Tstore, KeepsWhatLiesBetweenStridesAndBeforeTheView) {
  const auto dst = view(f32, GlobalLayout::ND, {1, 2, 1, 2, 2}, {99, 20, 20, 7, 1}, 3);
  // Rows of eight: 1 2, 9 10, 17 18, 25 26; row 2 begins a new plane.
  expect_memory(store_of(dst, tile(f32, 4, 8, 4, 2)),
                {{3, 1}, {4, 2}, {10, 9}, {11, 10}, {23, 17}, {24, 18}, {30, 25}, {31, 26}}, 32);
}

/// Six pixels of 32 channels in two blocks: rows are h, w and columns c1, c0.
TEST(Tstore, StoresRowsAsPixelsAndColumnsAsChannels) {
  const auto dst = view(f16, GlobalLayout::NC1HWC0, {1, 2, 2, 3, 16}, {192, 96, 48, 16, 1});
  TileSpec src = tile(f32, 16, 32, 6, 32);
  src.type.location = Location::acc;
  src.type.blayout = BLayout::col_major;
  src.type.slayout = SLayout::row_major;
  src.type.fractal = 1024;
  ElementArray sums(f32, src.type.elements());
  for (std::int64_t i = 0; i < sums.size(); ++i) {
    sums.set(i, std::bit_cast<std::uint32_t>(static_cast<float>(i)));
  }
  const Call call{&form_of("TSTORE", "acc"), Target::a2a3, {dst, src}, {}};
  const ExpectedTile expected = expected_tile(call, {filled(f16, 192, there), sums});
  EXPECT_EQ(expected.value[1], 0x3C00);    // (0, 1): 1
  EXPECT_EQ(expected.value[96], 0x4C00);   // (0, 16): 16, the second block of channels
  EXPECT_EQ(expected.value[80], 0x5900);   // (5, 0): 160, row 1 and column 2 of the image
  EXPECT_EQ(expected.value[161], 0x5888);  // (4, 17): 145
}

/// Two pixels of 24 channels in three blocks of 32 bytes.
TEST(Tstore, CutsChannelsOfWordsIntoBlocksOfEight) {
  const auto dst = view(f32, GlobalLayout::NC1HWC0, {1, 3, 1, 2, 8}, {48, 16, 16, 8, 1});
  TileSpec src = tile(f32, 16, 32, 2, 24);
  src.type.location = Location::acc;
  src.type.blayout = BLayout::col_major;
  src.type.slayout = SLayout::row_major;
  src.type.fractal = 1024;
  ElementArray sums(f32, src.type.elements());
  for (std::int64_t i = 0; i < sums.size(); ++i) sums.set(i, static_cast<std::uint64_t>(i));
  for (const Target target : {Target::a2a3, Target::cpu}) {
    const Call call{&form_of("TSTORE", "acc"), target, {dst, src}, {}};
    EXPECT_EQ(broken_constraints(call), std::vector<std::string>{}) << name_of(target);
    const ExpectedTile expected = expected_tile(call, {filled(f32, 48, there), sums});
    EXPECT_EQ(expected.value[8], 32U);   // (1, 0)
    EXPECT_EQ(expected.value[16], 8U);   // (0, 8), the second block
    EXPECT_EQ(expected.value[47], 55U);  // (1, 23)
  }
}

/// Refused by A2A3 alone, legal on no target: the page on legality has it of all views.
TEST(Tstore, OfNothingIsLegalNowhere) {
  for (const Target target : all_targets) {
    for (const char* name : {"tile", "atomic", "acc", "acc_atomic"}) {
      const bool acc = std::string_view(name).starts_with("acc");
      TileSpec src = tile(f32, 16, 16, 0, 4);
      if (acc) {
        src.type.location = Location::acc;
        src.type.blayout = BLayout::col_major;
        src.type.slayout = SLayout::row_major;
        src.type.fractal = 1024;
      }
      const auto dst = view(f32, GlobalLayout::ND, {1, 1, 1, 0, 4}, {64, 64, 64, 4, 1});
      Call call{&form_of("TSTORE", name), target, {dst, src}, {}};
      call.attributes.resize(call.form->attributes.size());
      EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"dst.positive"})
          << name << name_of(target);
      const auto found =
          std::ranges::find_if(call.form->constraints, [&](const Constraint& constraint) {
            return constraint.name == "dst.positive" && constraint.applies(call);
          });
      ASSERT_NE(found, call.form->constraints.end());
      EXPECT_EQ(found->source.page == "legality page", target != Target::a2a3)
          << name << name_of(target);
    }
  }
}

TEST(Tstore, StacksColumnsOfADnView) {
  const auto dst = view(i16, GlobalLayout::DN, {1, 1, 2, 3, 2}, {50, 50, 25, 1, 10});
  TileSpec src = tile(i16, 16, 4, 3, 4);
  src.type.blayout = BLayout::col_major;
  // Element (row, col) is 4 * row + col + 1; columns 0 and 1 lie in the first plane.
  expect_memory(store_of(dst, src),
                {{0, 1},
                 {1, 5},
                 {2, 9},
                 {10, 2},
                 {11, 6},
                 {12, 10},
                 {25, 3},
                 {26, 7},
                 {27, 11},
                 {35, 4},
                 {36, 8},
                 {37, 12}},
                38);
}

TEST(Tstore, WritesBlocksOfAnNzView) {
  const auto dst = view(f16, GlobalLayout::NZ, {1, 2, 1, 16, 16}, {600, 300, 256, 16, 1});
  TileSpec src = tile(f16, 16, 32, 16, 32);
  src.type.blayout = BLayout::col_major;
  src.type.slayout = SLayout::row_major;
  const auto expected = store_of(dst, src);
  EXPECT_EQ(expected.value[300 + 3 * 16 + 1], 3 * 32 + 17 + 1U);  // (3, 17)
  EXPECT_EQ(accept_at(expected, 256), Accept::preserved);
  EXPECT_EQ(accept_at(expected, 299), Accept::preserved);
  EXPECT_EQ(std::ssize(expected.accept), 556);
}

TEST(Tstore, TakesOneRowToAColumnAndBitsToAnotherType) {
  const auto dst = view(u32, GlobalLayout::DN, {1, 1, 1, 1, 3}, {15, 15, 15, 1, 5});
  expect_memory(store_of(dst, tile(f32, 1, 8, 1, 3)), {{0, 1}, {5, 2}, {10, 3}}, 11);
}

TEST(Tstore, StoresPairsOfHalfBytes) {
  const auto dst = view(e2m1, GlobalLayout::ND, {1, 1, 1, 2, 2}, {8, 8, 8, 4, 1}, 2);
  expect_memory(store_of(dst, tile(e2m1, 2, 64, 2, 2)), {{2, 1}, {3, 2}, {6, 1}, {7, 2}}, 8);
}

ExpectedTile sum_of(ElementType element, const std::vector<std::uint64_t>& old,
                    const std::vector<std::uint64_t>& added) {
  const std::int64_t block = 256 / bits_of(element), count = std::ssize(old);
  const auto dst = view(element, GlobalLayout::ND, {1, 1, 1, 1, count}, {9, 9, 9, 9, 1});
  const Call call{
      &form_of("TSTORE", "atomic"), Target::a2a3, {dst, tile(element, 1, block, 1, count)}, {0}};
  ElementArray from = filled(element, block, there);
  for (std::int64_t i = 0; i < count; ++i) from.set(i, added[static_cast<std::size_t>(i)]);
  return expected_tile(call, {elements(element, old), from});
}

TEST(Tstore, AddsIntegersThatWrap) {
  const auto sums = sum_of(i8, {0x7F, 0x80, 5}, {1, 0xFF, 0xFD});
  for (const std::int64_t i : {0, 1, 2}) EXPECT_EQ(accept_at(sums, i), Accept::exact);
  EXPECT_EQ(sums.value[0], 0x80U);
  EXPECT_EQ(sums.value[1], 0x7FU);
  EXPECT_EQ(sums.value[2], 2U);
}

TEST(Tstore, AddsFloatsRoundedOnce) {
  // 2048 + 1 is a tie of half and stays; -0 and -0 are -0; infinities of both signs are NaN.
  const auto sums = sum_of(f16, {0x6800, 0x8000, 0x7C00, 0x3C00}, {0x3C00, 0x8000, 0xFC00, 0x3C00});
  for (const std::int64_t i : {0, 1, 3}) {
    EXPECT_EQ(accept_at(sums, i), Accept::interval);
    EXPECT_EQ(sums.low[i], sums.high[i]);
  }
  EXPECT_EQ(sums.value[0], 0x6800U);
  EXPECT_EQ(sums.value[1], 0x8000U);
  EXPECT_EQ(accept_at(sums, 2), Accept::any_nan);
  EXPECT_EQ(sums.value[3], 0x4000U);
}

TEST(Tstore, NamesWhatAnIllegalCallBreaks) {
  using Names = std::vector<std::string>;
  const auto dst = view(i64, GlobalLayout::ND, {1, 1, 1, 2, 4}, {8, 8, 8, 4, 1});
  TileSpec src = tile(i64, 2, 4, 2, 4);
  const auto broken = [&](Target target, const GlobalSpec& to) {
    return broken_constraints({&form_of("TSTORE", "tile"), target, {to, src}, {}});
  };
  EXPECT_EQ(broken(Target::a2a3, dst), Names{});
  GlobalSpec other = dst;
  other.element = f32;
  EXPECT_EQ(broken(Target::a5, other), Names{"dst.same_width"});
  src.type.location = Location::mat;
  EXPECT_EQ(broken(Target::a5, dst), Names{"src.location"});
  EXPECT_EQ(broken(Target::a2a3, dst), Names{});
  src.type.location = Location::vec;
  src = tile(i64, 1, 4, 1, 4);
  other = view(i64, GlobalLayout::DN, {1, 1, 1, 1, 4}, {8, 8, 8, 1, 2});
  EXPECT_EQ(broken(Target::a5, other), Names{});
  EXPECT_EQ(broken(Target::a2a3, other), Names{"src.wide_layout"});
  src = tile(i64, 2, 4, 2, 4);
  other.shape = {1, 1, 1, 2, 4};
  EXPECT_EQ(broken(Target::a5, other), Names{"src.layout_pair"});
}

}  // namespace
}  // namespace assay::ops
