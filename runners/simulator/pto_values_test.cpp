// SPDX-License-Identifier: Apache-2.0
// Results of instructions in the public spelling; the numbers are computed by hand.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <pto/pto-inst.hpp>
#include <vector>

namespace {

using namespace pto;

template <typename Element, int Rows = 2, int Cols = 32, BLayout Order = BLayout::RowMajor>
using Vec = Tile<TileType::Vec, Element, Rows, Cols, Order, -1, -1>;

/// Puts a tile at its own place in memory and numbers at its first physical offsets.
template <typename Type>
void place(Type& tile, int number, const std::vector<double>& values = {}) {
  TASSIGN(tile, 4096 * number);
  for (std::uint32_t at = 0; at < values.size(); ++at) {
    tile.SetValue(at, static_cast<typename Type::DType>(values[at]));
  }
}

template <typename Type>
std::vector<double> first(const Type& tile, std::uint32_t count) {
  std::vector<double> values;
  for (std::uint32_t at = 0; at < count; ++at) {
    values.push_back(static_cast<double>(tile.GetValue(at)));
  }
  return values;
}

using Values = std::vector<double>;

TEST(PtoValues, ScalarsAreAddedInTheElementType) {
  Vec<half> dst(1, 2), src(1, 2);
  place(dst, 0);
  place(src, 1, {1.5, -2});
  TADDS(dst, src, 0.25);
  EXPECT_EQ(dst.GetValue(0).bits, 0x3F00);  // 1.75
  EXPECT_EQ(dst.GetValue(1).bits, 0xBF00);  // -1.75
}

TEST(PtoValues, TheOrderOfArgumentsDecidesWhatDivides) {
  Vec<float> dst(1, 3), src(1, 3);
  place(dst, 0);
  place(src, 1, {1, 2, 8});
  TDIVS(dst, src, 4.0F);
  EXPECT_EQ(first(dst, 3), (Values{0.25, 0.5, 2}));
  TDIVS(dst, 4.0F, src);
  EXPECT_EQ(first(dst, 3), (Values{4, 2, 0.5}));
}

TEST(PtoValues, RowsAndColumnsAreReduced) {
  Vec<float, 2, 8> src(2, 3), tmp(2, 8), rows(2, 1), columns(1, 3);
  place(src, 0, {1, 2, 3, 0, 0, 0, 0, 0, 40, 50, 6});
  place(tmp, 1);
  place(rows, 2);
  place(columns, 3);
  TROWSUM(rows, src, tmp);
  EXPECT_EQ(rows.GetValue(0), 6);
  EXPECT_EQ(rows.GetValue(8), 96);
  TCOLMAX(columns, src);
  EXPECT_EQ(first(columns, 3), (Values{40, 50, 6}));
}

TEST(PtoValues, ASearchFindsTheFirstOfEqualElements) {
  Vec<float, 4, 8> src(4, 2), tmp(4, 8);
  Vec<std::uint32_t, 1, 8> where(1, 2);
  place(src, 0, {1, 9, 0, 0, 0, 0, 0, 0, 5, 2, 0, 0, 0, 0, 0, 0,
                 5, 9, 0, 0, 0, 0, 0, 0, 4, 3, 0, 0, 0, 0, 0, 0});
  place(tmp, 1);
  place(where, 2);
  TCOLARGMAX(where, src, tmp);
  EXPECT_EQ(first(where, 2), (Values{1, 0}));
}

TEST(PtoValues, ARoundModeDecidesAboutTies) {
  Vec<float> src(1, 4);
  Vec<std::int32_t> dst(1, 4);
  place(src, 0, {2.5, 3.5, -2.5, 2.9});
  place(dst, 1);
  TCVT(dst, src, RoundMode::CAST_RINT);
  EXPECT_EQ(first(dst, 4), (Values{2, 4, -2, 3}));
  TCVT(dst, src, RoundMode::CAST_ROUND);
  EXPECT_EQ(first(dst, 4), (Values{3, 4, -3, 3}));
  TCVT(dst, src, RoundMode::CAST_FLOOR);
  EXPECT_EQ(first(dst, 4), (Values{2, 3, -3, 2}));
}

TEST(PtoValues, AMaskOfBitsChoosesElements) {
  Vec<float, 1, 8> left(1, 8), right(1, 8), dst(1, 8), tmp(1, 8);
  Vec<std::uint8_t, 1, 32> mask(1, 1);
  place(left, 0, {1, 2, 3, 4, 5, 6, 7, 8});
  place(right, 1, {8, 7, 6, 5, 4, 3, 2, 1});
  place(dst, 2);
  place(tmp, 3);
  place(mask, 4);
  TCMP(mask, left, right, CmpMode::LT);
  EXPECT_EQ(mask.GetValue(0), 0x0F);  // lane 0 is the lowest bit
  TSEL(dst, mask, left, right, tmp);
  EXPECT_EQ(first(dst, 8), (Values{1, 2, 3, 4, 4, 3, 2, 1}));
}

TEST(PtoValues, BitsAreCombinedAndShifted) {
  Vec<std::int32_t> dst(1, 2), a(1, 2), b(1, 2), tmp(1, 2);
  place(dst, 0);
  place(a, 1, {12, -1});
  place(b, 2, {10, 1});
  place(tmp, 3);
  TXOR(dst, a, b, tmp);
  EXPECT_EQ(first(dst, 2), (Values{6, -2}));
  TANDS(dst, a, 6);
  EXPECT_EQ(first(dst, 2), (Values{4, 6}));
  TSHLS(dst, a, 3);
  EXPECT_EQ(first(dst, 2), (Values{96, -8}));
}

TEST(PtoValues, OneValueForEveryRowGoesInEitherPlace) {
  Vec<float, 2, 8> dst(2, 2), full(2, 2);
  Vec<float, 8, 1, BLayout::ColMajor> few(2, 1);
  place(dst, 0);
  place(full, 1, {1, 2, 0, 0, 0, 0, 0, 0, 3, 4});
  place(few, 2, {10, 100});
  TROWEXPANDSUB(dst, full, few);
  EXPECT_EQ(dst.GetValue(1), -8);
  EXPECT_EQ(dst.GetValue(8), -97);
  TROWEXPANDSUB(dst, few, full);
  EXPECT_EQ(dst.GetValue(1), 8);
  EXPECT_EQ(dst.GetValue(8), 97);
}

TEST(PtoValues, ProductsAreAddedToTheDestination) {
  Vec<float> dst(1, 2), a(1, 2), b(1, 2);
  place(dst, 0, {100, 200});
  place(a, 1, {2, 3});
  place(b, 2, {5, 7});
  TMULADDDST(dst, a, b);
  EXPECT_EQ(first(dst, 2), (Values{110, 221}));
}

TEST(PtoValues, ALoadPadsAndPutsElementsIntoBoxes) {
  std::vector<half> memory(1024);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = half(i);
  using Sizes = Shape<1, 1, 1, 32, 32>;
  using Steps = Stride<1024, 1024, 1024, 32, 1>;
  GlobalTensor<half, Sizes, Steps> view(memory.data());
  Tile<TileType::Mat, half, 32, 32, BLayout::ColMajor, -1, -1, SLayout::RowMajor> boxed(32, 32);
  TASSIGN(boxed, 0);
  TLOAD(boxed, view);
  EXPECT_EQ(static_cast<float>(boxed.data()[785]), 17 * 32 + 17);  // MODEL 3: (17, 17)
  Tile<TileType::Vec, half, 2, 16, BLayout::RowMajor, -1, -1, SLayout::NoneBox, 512, PadValue::Max>
      padded(1, 3);
  TASSIGN(padded, 0);
  using Few = Shape<1, 1, 1, 1, -1>;
  GlobalTensor<half, Few, Steps> three(memory.data(), Few(3));
  TLOAD(padded, three);
  EXPECT_EQ(padded.GetValue(2).bits, 0x4000);  // 2
  EXPECT_EQ(padded.GetValue(3).bits, 0x7C00);  // the largest there is
}

TEST(PtoValues, NumbersBecomeTheNearestElement) {
  EXPECT_EQ(half(1.0 / 3).bits, 0x3555);
  EXPECT_EQ(half(65504).bits, 0x7BFF);
  EXPECT_EQ(half(1e6F).bits, 0x7C00);
  EXPECT_EQ(half(-0.0F).bits, 0x8000);
  EXPECT_EQ(bfloat16_t(1.0 / 3).bits, 0x3EAB);
  EXPECT_EQ(float8_e4m3_t(448).bits, 0x7E);
  EXPECT_EQ(static_cast<float>(half(std::numeric_limits<float>::infinity())),
            std::numeric_limits<float>::infinity());
  EXPECT_NE(static_cast<float>(half(std::numeric_limits<float>::quiet_NaN())),
            static_cast<float>(half(std::numeric_limits<float>::quiet_NaN())));
}

TEST(PtoValues, PrintedElementsHaveTheWidthOfTheFormat) {
  Vec<float, 1, 8> src(1, 8);
  place(src, 0, {1, 2.5, -3, 0, 0, 0, 0, 0});
  testing::internal::CaptureStdout();
  TPRINT<PrintFormat::Width8_Precision2>(src);
  std::fflush(stdout);
  EXPECT_NE(testing::internal::GetCapturedStdout().find("    1.00     2.50    -3.00"),
            std::string::npos);
}

}  // namespace
