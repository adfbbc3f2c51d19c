// SPDX-License-Identifier: Apache-2.0
// TRSQRT on tiny calls computed by hand.
#include <gtest/gtest.h>

#include <bit>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

class Rsqrt : public testing::Test {
 protected:
  assay_status run(const char* target = "a5") { return bench.run(*sim, "TRSQRT", "plain", target); }

  std::unique_ptr<Simulator> sim = make();
  Bench bench;
  assay_operand& dst = bench.tile(ASSAY_F32, 4, 2, 8, 2, 5);
  assay_operand& src = bench.tile(ASSAY_F32, 4, 2, 8, 2, 5);
};

TEST_F(Rsqrt, ComputesTheValidRegionAndLeavesTheRestAlone) {
  for (int i = 0; i < 16; ++i) at<float>(src, i) = 4.0F;
  at<float>(src, 1) = 0.25F;
  at<float>(src, 8) = 16.0F;
  EXPECT_EQ(run(), ASSAY_DONE);
  EXPECT_EQ(at<float>(dst, 0), 0.5F);
  EXPECT_EQ(at<float>(dst, 1), 2.0F);
  EXPECT_EQ(at<float>(dst, 8), 0.25F);
  EXPECT_EQ(at<float>(dst, 12), 0.5F);
  EXPECT_EQ(at<std::uint32_t>(dst, 5), 0xA5A5A5A5U);
  EXPECT_EQ(at<std::uint32_t>(dst, 13), 0xA5A5A5A5U);
}

TEST_F(Rsqrt, TellsTheTwoZerosApartAndKeepsSubnormals) {
  for (int i = 0; i < 16; ++i) at<float>(src, i) = 1.0F;
  at<float>(src, 0) = 0.0F;
  at<float>(src, 1) = -0.0F;
  at<float>(src, 2) = -1.0F;
  at<float>(src, 3) = 0x1p-148F;
  at<std::uint32_t>(src, 4) = 0x7F800000U;
  EXPECT_EQ(run(), ASSAY_DONE);
  EXPECT_EQ(at<std::uint32_t>(dst, 0), 0x7F800000U);
  EXPECT_EQ(at<std::uint32_t>(dst, 1), 0xFF800000U);
  EXPECT_NE(at<float>(dst, 2), at<float>(dst, 2));
  EXPECT_EQ(at<float>(dst, 3), 0x1p74F);
  EXPECT_EQ(at<std::uint32_t>(dst, 4), 0U);
}

TEST_F(Rsqrt, RoundsToNearest) {
  for (int i = 0; i < 16; ++i) at<float>(src, i) = 3.0F;
  EXPECT_EQ(run("cpu"), ASSAY_DONE);
  // 1/sqrt(3) = 0.577350269189626 lies between 0x1.279a74p-1 and its upper neighbour.
  EXPECT_EQ(at<float>(dst, 0), 0x1.279a74p-1F);
}

TEST_F(Rsqrt, WorksOnHalfAndTakesScratch) {
  Bench half;
  const auto& out = half.tile(ASSAY_F16, 2, 1, 16, 1, 3);
  const auto& in = half.tile(ASSAY_F16, 2, 1, 16, 1, 3);
  half.tile(ASSAY_F16, 2, 1, 16, 1, 16);
  at<std::uint16_t>(in, 0) = 0x4400;  // 4
  at<std::uint16_t>(in, 1) = 0x0001;  // 2^-24
  at<std::uint16_t>(in, 2) = 0x4000;  // 2
  EXPECT_EQ(half.run(*sim, "TRSQRT", "tmp", "a2a3"), ASSAY_DONE);
  EXPECT_EQ(at<std::uint16_t>(out, 0), 0x3800);
  EXPECT_EQ(at<std::uint16_t>(out, 1), 0x6C00);  // 4096
  EXPECT_EQ(at<std::uint16_t>(out, 2), 0x39A8);  // 0.70703125
}

TEST_F(Rsqrt, RefusesWhatThePageForbids) {
  const std::string before = bench.everything();
  src.valid_cols = 4;
  EXPECT_EQ(run(), ASSAY_REJECTED);
  EXPECT_EQ(run("cpu"), ASSAY_REJECTED);
  src.valid_cols = 5;
  src.valid_rows = 1;
  EXPECT_EQ(run(), ASSAY_REJECTED);
  src.valid_rows = 2;
  src.element = ASSAY_I32;
  EXPECT_EQ(run(), ASSAY_REJECTED);
  dst.element = ASSAY_I32;
  EXPECT_EQ(run("cpu"), ASSAY_REJECTED);
  src.element = dst.element = ASSAY_F32;
  src.location = ASSAY_MAT;
  EXPECT_EQ(run(), ASSAY_REJECTED);
  EXPECT_FALSE(bench.message.empty());
  EXPECT_EQ(bench.everything(), before);
  EXPECT_EQ(run("cpu"), ASSAY_DONE);
}

TEST_F(Rsqrt, RefusesColumnMajorTilesOnDevicesOnly) {
  for (assay_operand* tile : {&dst, &src}) {
    tile->block_layout = ASSAY_COL_MAJOR;
    tile->rows = 8;
    tile->cols = 2;
    tile->valid_cols = 2;
  }
  EXPECT_EQ(run("a2a3"), ASSAY_REJECTED);
  EXPECT_EQ(run("cpu"), ASSAY_DONE);
}

TEST_F(Rsqrt, RefusesTilesThatTheTileClassForbids) {
  dst.cols = src.cols = 7;
  EXPECT_EQ(run("cpu"), ASSAY_REJECTED);
  dst.cols = src.cols = 8;
  dst.valid_rows = src.valid_rows = 3;
  EXPECT_EQ(run("cpu"), ASSAY_REJECTED);
  dst.valid_rows = src.valid_rows = 0;
  EXPECT_EQ(run("a5"), ASSAY_DONE);
  dst.flags = 0;
  EXPECT_EQ(run("a5"), ASSAY_REJECTED);
  dst.flags = src.flags;
  dst.fractal_size = 256;
  EXPECT_EQ(run("a5"), ASSAY_REJECTED);
}

TEST_F(Rsqrt, SaysWhatItDoesNotKnow) {
  EXPECT_EQ(bench.run(*sim, "TRSQRT", "other", "a5"), ASSAY_UNSUPPORTED);
  EXPECT_EQ(bench.run(*sim, "TADD", "plain", "a5"), ASSAY_UNSUPPORTED);
  EXPECT_EQ(bench.run(*sim, "TRSQRT", "plain", "a6"), ASSAY_UNSUPPORTED);
  dst.byte_size = 8;
  EXPECT_EQ(run(), ASSAY_BROKEN);
}

}  // namespace
}  // namespace assay::simulator
