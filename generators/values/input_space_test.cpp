// SPDX-License-Identifier: Apache-2.0
#include "generators/values/input_space.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace assay::generators {
namespace {

using enum ElementType;

std::vector<std::uint32_t> patterns_of(const Codes& codes) {
  std::vector<std::uint32_t> patterns(codes.size());
  codes.fill(0, patterns);
  return patterns;
}

TEST(Codes, OfAllPatternsHaveEachOnce) {
  for (const ElementType type : {i4, e4m3, hif8, f16, u16}) {
    const auto patterns = patterns_of(Codes::all(type));
    ASSERT_EQ(patterns.size(), std::size_t{1} << bits_of(type));
    for (std::uint32_t i = 0; i < patterns.size(); ++i) ASSERT_EQ(patterns[i], i);
  }
  EXPECT_EQ(Codes::all(f32).size(), std::uint64_t{1} << 32U);
}

TEST(Codes, OfASampleNeverRepeat) {
  for (const ElementType type : {f32, i32, u32, f16, bf16, i16}) {
    for (const std::uint64_t most : {300U, 4096U, 30000U}) {
      const auto patterns = patterns_of(Codes::sample(type, most));
      const std::set<std::uint32_t> distinct(patterns.begin(), patterns.end());
      EXPECT_EQ(distinct.size(), patterns.size()) << name_of(type) << ' ' << most;
      EXPECT_LE(*distinct.rbegin(), mask_of(type));
    }
  }
}

TEST(Codes, OfASampleAreAboutAsManyAsAskedFor) {
  for (const int bits : {20, 22, 24}) {
    const std::uint64_t most = std::uint64_t{1} << bits;
    EXPECT_LE(Codes::sample(f32, most).size(), most);
    EXPECT_GT(Codes::sample(f32, most).size(), most - most / 100);
    EXPECT_LE(Codes::sample(i32, most).size(), most);
  }
}

TEST(Codes, OfAnF32SampleHaveAllSpecialsAndTheirNeighbours) {
  const auto patterns = patterns_of(Codes::sample(f32, 1U << 20U));
  const std::set<std::uint32_t> found(patterns.begin(), patterns.end());
  for (const std::uint32_t special :
       {0x00000000U, 0x00000001U, 0x00000002U, 0x00000003U, 0x007ffffeU, 0x007fffffU, 0x00800000U,
        0x00800001U, 0x3f7fffffU, 0x3f800000U, 0x3f800001U, 0x7f7ffffeU, 0x7f7fffffU, 0x7f800000U,
        0x7f800001U, 0x7fbfffffU, 0x7fc00000U, 0x7fffffffU}) {
    EXPECT_TRUE(found.contains(special)) << std::hex << special;
    EXPECT_TRUE(found.contains(special | 0x80000000U)) << std::hex << special;
  }
}

TEST(Codes, OfAnF32SampleSpreadOverEveryExponentAlike) {
  const auto patterns = patterns_of(Codes::sample(f32, 1U << 20U));
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_exponent;
  for (const std::uint32_t bits : patterns) by_exponent[bits >> 23U].push_back(bits & 0x7fffffU);
  ASSERT_EQ(by_exponent.size(), 512U);
  const std::size_t usual = by_exponent[127].size();
  EXPECT_GT(usual, 1000U);
  for (auto& [field, fractions] : by_exponent) {
    if (field % 256 == 0 || field % 256 == 255) continue;
    EXPECT_EQ(fractions.size(), usual);
    std::ranges::sort(fractions);
    for (std::size_t i = 1; i < fractions.size(); ++i) {
      ASSERT_LT(fractions[i] - fractions[i - 1], 3 * (std::size_t{1} << 23U) / usual) << field;
    }
  }
}

TEST(Codes, OfAnF32SampleReachEveryBinadeOfTheSubnormals) {
  std::map<int, std::uint64_t> by_width;
  for (const std::uint32_t bits : patterns_of(Codes::sample(f32, 1U << 20U))) {
    if ((bits & 0x7f800000U) == 0) ++by_width[static_cast<int>(std::bit_width(bits & 0x7fffffU))];
  }
  ASSERT_EQ(by_width.size(), 24U);
  for (const auto& [width, count] : by_width) {
    const std::uint64_t binade = width == 0 ? 1 : std::uint64_t{1} << (width - 1);
    EXPECT_GE(count, 2 * std::min<std::uint64_t>(binade, 1000)) << width;
  }
}

TEST(Codes, OfAnIntegerSampleHaveTheExtremesAndEveryWidth) {
  const auto patterns = patterns_of(Codes::sample(i32, 4096));
  const std::set<std::uint32_t> found(patterns.begin(), patterns.end());
  for (const std::uint32_t special :
       {0U, 1U, 2U, ~0U, ~1U, 0x7fffffffU, 0x7ffffffeU, 0x80000000U, 0x80000001U}) {
    EXPECT_TRUE(found.contains(special)) << std::hex << special;
  }
  const auto naturals = patterns_of(Codes::sample(u32, 4096));
  for (int width = 0; width <= 32; ++width) {
    EXPECT_TRUE(std::ranges::any_of(naturals, [=](std::uint32_t bits) {
      return static_cast<int>(std::bit_width(bits)) == width;
    })) << width;
  }
}

TEST(Codes, AreTheSameWhereverAChunkBegins) {
  const Codes codes = Codes::sample(f32, 5000);
  const auto whole = patterns_of(codes);
  for (const std::uint64_t first : {1U, 7U, 604U, 2500U, 4000U}) {
    std::vector<std::uint32_t> piece(100);
    codes.fill(first, piece);
    EXPECT_TRUE(
        std::equal(piece.begin(), piece.end(), whole.begin() + static_cast<std::ptrdiff_t>(first)));
  }
}

TEST(InputSpace, OfTwoArgumentsHasEveryPairOnce) {
  const InputSpace space({Codes::all(i4), Codes::all(u8)});
  ASSERT_EQ(space.size(), 4096U);
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const std::uint64_t first : {0U, 1000U, 2000U, 3000U, 4000U}) {
    std::vector<std::uint32_t> a(std::min<std::uint64_t>(1000, 4096 - first)), b(a.size());
    space.fill(0, first, a);
    space.fill(1, first, b);
    for (std::size_t i = 0; i < a.size(); ++i) pairs.emplace(a[i], b[i]);
  }
  EXPECT_EQ(pairs.size(), 4096U);
  EXPECT_EQ(pairs.rbegin()->first, 15U);
  EXPECT_EQ(pairs.rbegin()->second, 255U);
}

TEST(InputSpace, OfTwo16BitArgumentsHas2To32Pairs) {
  const InputSpace space({Codes::all(f16), Codes::all(f16)});
  EXPECT_EQ(space.size(), std::uint64_t{1} << 32U);
  std::vector<std::uint32_t> one(1);
  space.fill(0, 0x12345678, one);
  EXPECT_EQ(one[0], 0x1234U);
  space.fill(1, 0x12345678, one);
  EXPECT_EQ(one[0], 0x5678U);
}

}  // namespace
}  // namespace assay::generators
