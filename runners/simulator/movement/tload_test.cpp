// SPDX-License-Identifier: Apache-2.0
// TLOAD: layout pairs, strides, pads and what is refused.
#include <gtest/gtest.h>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

assay_status load(Bench& bench, const char* target) {
  return bench.run(*make(), "TLOAD", "tile", target);
}

void make_boxed(assay_operand& tile, assay_block_layout block, assay_box_layout box) {
  tile.location = ASSAY_MAT;
  tile.block_layout = block;
  tile.box_layout = box;
}

TEST(Load, FollowsTheStridesOfAnNdView) {
  Bench bench;
  const auto& dst = bench.tile(ASSAY_I32, 4, 6, 8, 6, 3);
  const auto& src =
      bench.global(ASSAY_I32, 4, ASSAY_ND, {1, 1, 2, 3, 3}, {300, 300, 100, 10, 2}, 5);
  count_up<std::int32_t>(src);
  EXPECT_EQ(load(bench, "a2a3"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::int32_t>(dst, 0), 0);
  EXPECT_EQ(at<std::int32_t>(dst, 2), 4);
  EXPECT_EQ(at<std::int32_t>(dst, 2 * 8 + 1), 22);
  EXPECT_EQ(at<std::int32_t>(dst, 5 * 8 + 2), 124);
  EXPECT_EQ(at<std::uint32_t>(dst, 3), 0xA5A5A5A5U);
}

TEST(Load, PadsTheWholeTileOnEveryTarget) {
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    Bench bench;
    auto& dst = bench.tile(ASSAY_F32, 4, 3, 16, 2, 5);
    dst.pad = ASSAY_PAD_MIN;
    count_up<float>(bench.global(ASSAY_F32, 4, ASSAY_ND, {1, 1, 1, 2, 5}, {10, 10, 10, 5, 1}));
    EXPECT_EQ(load(bench, target), ASSAY_DONE);
    EXPECT_EQ(at<float>(dst, 20), 9.0F);
    for (const int index : {5, 7, 8, 23, 32, 47}) {
      EXPECT_EQ(at<std::uint32_t>(dst, index), 0xFF800000U);
    }
  }
}

TEST(Load, LeavesTheRestAloneWithoutAPad) {
  Bench bench;
  const auto& dst = bench.tile(ASSAY_F32, 4, 2, 16, 2, 7);
  count_up<float>(bench.global(ASSAY_F32, 4, ASSAY_ND, {1, 1, 1, 2, 7}, {14, 14, 14, 7, 1}));
  EXPECT_EQ(load(bench, "cpu"), ASSAY_DONE);
  EXPECT_EQ(at<float>(dst, 6), 6.0F);
  EXPECT_EQ(at<std::uint32_t>(dst, 7), 0xA5A5A5A5U);
}

TEST(Load, PadsDnTiles) {
  Bench bench;
  auto& dst = bench.tile(ASSAY_U16, 2, 32, 3, 17, 2);
  dst.block_layout = ASSAY_COL_MAJOR;
  dst.pad = ASSAY_PAD_CUSTOM;
  dst.pad_bits = 0x77;
  count_up<std::uint16_t>(
      bench.global(ASSAY_U16, 2, ASSAY_DN, {1, 1, 1, 17, 2}, {40, 40, 40, 1, 20}));
  EXPECT_EQ(load(bench, "a5"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::uint16_t>(dst, 32 + 16), 36);
  EXPECT_EQ(at<std::uint16_t>(dst, 32 + 17), 0x77);
  EXPECT_EQ(at<std::uint16_t>(dst, 64), 0x77);
}

TEST(Load, RewritesNdIntoNzAndDnIntoZnBoxes) {
  for (const bool down : {false, true}) {
    Bench bench;
    auto& dst = bench.tile(ASSAY_F16, 2, 32, 32, 32, 32);
    make_boxed(dst, down ? ASSAY_ROW_MAJOR : ASSAY_COL_MAJOR,
               down ? ASSAY_BOX_COL_MAJOR : ASSAY_BOX_ROW_MAJOR);
    count_up<std::uint16_t>(bench.global(ASSAY_F16, 2, down ? ASSAY_DN : ASSAY_ND,
                                         {1, 1, 1, 32, 32},
                                         {1024, 1024, 1024, down ? 1 : 32, down ? 32 : 1}));
    for (const char* target : {"a2a3", "a5", "cpu"}) {
      EXPECT_EQ(load(bench, target), ASSAY_DONE) << bench.message;
      EXPECT_EQ(at<std::uint16_t>(dst, 785), 17 * 32 + 17);
      EXPECT_EQ(at<std::uint16_t>(dst, 527), 31);
    }
  }
}

TEST(Load, CopiesNzAsItLies) {
  Bench bench;
  auto& dst = bench.tile(ASSAY_F16, 2, 32, 32, 32, 32);
  make_boxed(dst, ASSAY_COL_MAJOR, ASSAY_BOX_ROW_MAJOR);
  dst.location = ASSAY_VEC;
  auto& src = bench.global(ASSAY_F16, 2, ASSAY_NZ, {1, 2, 2, 16, 16}, {1024, 512, 256, 16, 1});
  count_up<std::uint16_t>(src);
  EXPECT_EQ(load(bench, "a5"), ASSAY_DONE) << bench.message;
  for (int i = 0; i < 1024; ++i) ASSERT_EQ(at<std::uint16_t>(dst, i), i);
  src.flags = ASSAY_DYNAMIC_SHAPE(3);
  EXPECT_EQ(load(bench, "a5"), ASSAY_REJECTED);
}

TEST(Load, PairsTheScalesOfMicroscalingFormats) {
  Bench bench;
  auto& dst = bench.tile(ASSAY_E8M0, 1, 32, 4, 32, 4);
  make_boxed(dst, ASSAY_ROW_MAJOR, ASSAY_BOX_ROW_MAJOR);
  dst.fractal_size = 32;
  count_up<std::uint8_t>(
      bench.global(ASSAY_E8M0, 1, ASSAY_MX_A_ND, {1, 1, 32, 2, 2}, {128, 128, 4, 2, 1}));
  EXPECT_EQ(load(bench, "a5"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::uint8_t>(dst, 99), 17 * 4 + 3);
  EXPECT_EQ(load(bench, "a2a3"), ASSAY_REJECTED);
  dst.valid_cols = 3;
  EXPECT_EQ(load(bench, "a5"), ASSAY_REJECTED);
}

TEST(Load, RefusesShapesThatDoNotAgree) {
  Bench bench;
  auto& dst = bench.tile(ASSAY_F32, 4, 4, 8, 2, 5);
  auto& src = bench.global(ASSAY_F32, 4, ASSAY_ND, {1, 1, 1, 2, 5}, {10, 10, 10, 5, 1});
  dst.valid_cols = 4;
  for (const char* target : {"a2a3", "a5", "cpu"}) EXPECT_EQ(load(bench, target), ASSAY_REJECTED);
  src.shape[3] = dst.valid_rows = 0;
  dst.valid_cols = 5;
  EXPECT_EQ(load(bench, "a2a3"), ASSAY_REJECTED);
  EXPECT_EQ(load(bench, "a5"), ASSAY_DONE);
}

TEST(Load, RefusesPairsAndTypesThatATargetDoesNotOffer) {
  Bench bench;
  auto& dst = bench.tile(ASSAY_I64, 8, 4, 4, 4, 4);
  auto& src = bench.global(ASSAY_I64, 8, ASSAY_ND, {1, 1, 1, 4, 4}, {16, 16, 16, 4, 1});
  EXPECT_EQ(load(bench, "a5"), ASSAY_DONE);
  dst.pad = ASSAY_PAD_MAX;
  EXPECT_EQ(load(bench, "a5"), ASSAY_REJECTED);
  EXPECT_EQ(load(bench, "a2a3"), ASSAY_DONE);
  src.layout = ASSAY_DN;
  EXPECT_EQ(load(bench, "a2a3"), ASSAY_REJECTED);
  src.layout = ASSAY_ND;
  dst.location = ASSAY_LEFT;
  EXPECT_EQ(load(bench, "a2a3"), ASSAY_REJECTED);
  EXPECT_EQ(load(bench, "cpu"), ASSAY_UNSUPPORTED);
  dst.location = ASSAY_VEC;
  src.element = ASSAY_F32;
  EXPECT_EQ(load(bench, "cpu"), ASSAY_REJECTED);
}

}  // namespace
}  // namespace assay::simulator
