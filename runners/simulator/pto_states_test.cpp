// SPDX-License-Identifier: Apache-2.0
// Instructions that depend on modes set before them, in the spelling of a user, on the target of
// this unit; and rows that have columns of their own.
#include <gtest/gtest.h>

#include <cstdint>
#include <pto/pto-inst.hpp>
#include <vector>

namespace {

using namespace pto;

/// ZZ in Left on the first generation, else NZ.
template <typename Element>
using LeftTile = Tile<TileType::Left, Element, 16, 16,
                      detail::is_target("a2a3") ? BLayout::RowMajor : BLayout::ColMajor, -1, -1,
                      SLayout::RowMajor, 512>;

TEST(States, OfAnImageAreThoseOfItsTile) {
  using Image = ConvTile<TileType::Mat, half, 128, Layout::NC1HWC0, ConvTileShape<1, 1, 2, 4, 16>>;
  std::vector<half> memory(128, half(2.0F));
  memory[16] = half(3.0F);
  using Sizes = Shape<1, 1, 2, 4, 16>;
  using Steps = Stride<128, 128, 64, 16, 1>;
  GlobalTensor<half, Sizes, Steps, Layout::NC1HWC0> view(memory.data());
  Image image;
  TASSIGN(image, 0);
  TLOAD(image, view);
  EXPECT_EQ(image.data()[16].bits, half(3.0F).bits);
  LeftTile<half> matrix(8, 16);
  TASSIGN(matrix, 0);
  image.SetFmapH(2);
  image.SetFmapW(4);
  image.SetPadList(0, 1);
  image.SetPadValue(half(5.0F));
  image.SetChannelSize(16);
  SETFMATRIX(image);
  SET_IMG2COL_RPT(image);
  SET_IMG2COL_PADDING(image);
  TIMG2COL(matrix, image);
  EXPECT_EQ(matrix.data()[0].bits, half(5.0F).bits);
  EXPECT_EQ(matrix.data()[32].bits, half(3.0F).bits);
  TIMG2COL<SetFmatrixMode::FMATRIX_A_AUTO>(matrix, image, 1, 0);
  EXPECT_EQ(matrix.data()[16].bits, half(3.0F).bits);
}

/// Devices have pads in registers of each factor, the CPU in the tile.
TEST(States, OfAnImageAreLeftInRegisters) {
  using Image = ConvTile<TileType::Mat, half, 64, Layout::NC1HWC0, ConvTileShape<1, 1, 2, 2, 16>>;
  constexpr auto right = SetFmatrixMode::FMATRIX_B_MANUAL;
  constexpr auto automatic = SetFmatrixMode::FMATRIX_A_AUTO;
  Image image, first, second;
  for (Image* one : {&image, &first, &second}) {
    TASSIGN(*one, 0);
    one->SetFmapH(2);
    one->SetFmapW(2);
    one->SetChannelSize(16);
  }
  for (int i = 0; i < 64; ++i) image.data()[i] = half(2.0F);
  first.SetPadList(2, 1);
  first.SetPadValue(half(5.0F));
  second.SetPadValue(half(7.0F));
  LeftTile<half> matrix(4, 16);
  TASSIGN(matrix, 0);
  const bool registers = !detail::is_target("cpu");
  SETFMATRIX(first);
  SET_IMG2COL_PADDING(first);
  SETFMATRIX<Image, right>(second);
  SET_IMG2COL_PADDING<Image, right>(second);
  SETFMATRIX<Image, automatic>(second);
  SET_IMG2COL_PADDING<Image, automatic>(second);
  SET_IMG2COL_RPT(second);
  TIMG2COL(matrix, image);
  EXPECT_EQ(matrix.data()[0].bits, half(registers ? 5.0F : 2.0F).bits);
  TIMG2COL<right>(matrix, image);
  EXPECT_EQ(matrix.data()[0].bits, half(2.0F).bits);
}

TEST(States, OfProductsRoundFactorsWhereTheyAreKnown) {
  using LeftFactor = Tile<TileType::Left, float, 16, 16,
                          detail::is_target("a2a3") ? BLayout::RowMajor : BLayout::ColMajor, 16, 16,
                          SLayout::RowMajor, 512>;
  using RightFactor =
      Tile<TileType::Right, float, 16, 16, BLayout::RowMajor, 16, 16, SLayout::ColMajor, 512>;
  using Sums =
      Tile<TileType::Acc, float, 16, 16, BLayout::ColMajor, 16, 16, SLayout::RowMajor, 1024>;
  LeftFactor left;
  RightFactor right;
  Sums sums;
  TASSIGN(left, 0);
  TASSIGN(right, 0);
  TASSIGN(sums, 0);
  const float more = 1.0F + 1.0F / 8192.0F;
  for (int i = 0; i < 256; ++i) left.data()[i] = more;
  for (int i = 0; i < 256; ++i) right.data()[i] = 1.0F;
  SETTF32MODE<true>();
  TMATMUL(sums, left, right);
  EXPECT_EQ(sums.data()[0], detail::is_target("a5") ? 16.0F : 16.0F * more);
  SETTF32MODE<false>();
  TMATMUL(sums, left, right);
  EXPECT_EQ(sums.data()[0], 16.0F * more);
}

TEST(States, OfProductsLeaveWhatIsAddedAsItIs) {
  constexpr auto blocks = detail::is_target("a2a3") ? BLayout::RowMajor : BLayout::ColMajor;
  Tile<TileType::Left, float, 16, 16, blocks, 1, 16, SLayout::RowMajor, 512> left;
  Tile<TileType::Right, float, 16, 16, BLayout::RowMajor, 16, 16, SLayout::ColMajor, 512> right;
  Tile<TileType::Acc, float, 16, 16, BLayout::ColMajor, 1, 16, SLayout::RowMajor, 1024> sums, held;
  Tile<TileType::Bias, float, 1, 16, BLayout::RowMajor, 1, 16> biases;
  TASSIGN(left, 0);
  TASSIGN(right, 0);
  TASSIGN(sums, 0);
  TASSIGN(held, 4096);
  TASSIGN(biases, 0);
  const float more = 1.0F + 1.0F / 8192.0F;
  for (int i = 0; i < 256; ++i) left.data()[i] = more;
  for (int i = 0; i < 256; ++i) right.data()[i] = 1.0F;
  for (int i = 0; i < 256; ++i) held.data()[i] = more;
  for (int i = 0; i < 16; ++i) biases.data()[i] = more;
  const float product = detail::is_target("a5") ? 16.0F : 16.0F * more;
  SETTF32MODE<true>();
  TMATMUL_ACC(sums, held, left, right);
  EXPECT_EQ(sums.data()[0], product + more);
  TMATMUL_BIAS(sums, left, right, biases);
  EXPECT_EQ(sums.data()[0], product + more);
  TGEMV(sums, left, right);
  EXPECT_EQ(sums.data()[0], product);
  TGEMV_ACC(sums, held, left, right);
  EXPECT_EQ(sums.data()[0], product + more);
  TGEMV_BIAS(sums, left, right, biases);
  EXPECT_EQ(sums.data()[0], product + more);
  TMATMUL_ACC(held, left, right);
  EXPECT_EQ(held.data()[0], product + more);
  SETTF32MODE<false>();
  TGEMV_BIAS(sums, left, right, biases);
  EXPECT_EQ(sums.data()[0], 17.0F * more);
}

TEST(States, OfAQuantisationAreTakenAndChangeNothing) {
  Tile<TileType::Scaling, std::uint64_t, 1, 16> descriptors;
  TASSIGN(descriptors, 0);
  for (int i = 0; i < 16; ++i) descriptors.data()[i] = 7;
  SET_QUANT_VECTOR(descriptors);
  for (int i = 0; i < 16; ++i) EXPECT_EQ(descriptors.data()[i], 7U);
}

TEST(Joining, TakesColumnsByCounts) {
  using Values = Tile<TileType::Vec, std::int32_t, 2, 8, BLayout::RowMajor, -1, -1>;
  Values dst(2, 8), src0(2, 4), src1(2, 4);
  Values counts0(2, 1), counts1(2, 1), sums(1, 1);
  int place = 0;
  for (Values* tile : {&dst, &src0, &src1, &counts0, &counts1, &sums}) {
    TASSIGN(*tile, 1024 * place++);
    for (int i = 0; i < 16; ++i) tile->data()[i] = 100 * place + i;
  }
  counts0.data()[0] = 8;
  counts0.data()[8] = 4;
  counts1.data()[0] = 12;
  counts1.data()[8] = 0;
  TCONCAT(dst, src0, src1, counts0, counts1);
  EXPECT_EQ(dst.data()[1], 201);
  EXPECT_EQ(dst.data()[2], 300);
  EXPECT_EQ(dst.data()[8], 208);
  EXPECT_EQ(dst.data()[9], 109);
  TCONCAT(dst, src0, src1, sums, counts0, counts1);
  EXPECT_EQ(sums.data()[0], 20);
}

}  // namespace
