// SPDX-License-Identifier: Apache-2.0
// TEXPANDS: which region is filled, with which pattern, and what is refused.
#include <gtest/gtest.h>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

assay_status fill(Bench& bench, const char* target, const char* form = "tile") {
  return bench.run(*make(), "TEXPANDS", form, target);
}

TEST(Expands, FillsTheValidRegionOfAVecTile) {
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    Bench bench;
    const auto& dst = bench.tile(ASSAY_I16, 2, 2, 16, 1, 3);
    bench.scalar(ASSAY_I64, bits_of<std::int64_t>(-2));
    EXPECT_EQ(fill(bench, target), ASSAY_DONE);
    EXPECT_EQ(at<std::int16_t>(dst, 0), -2);
    EXPECT_EQ(at<std::int16_t>(dst, 2), -2);
    EXPECT_EQ(at<std::uint16_t>(dst, 3), 0xA5A5);
    EXPECT_EQ(at<std::uint16_t>(dst, 16), 0xA5A5);
  }
}

TEST(Expands, FillsAMatTileWhole) {
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    Bench bench;
    auto& dst = bench.tile(ASSAY_U8, 1, 32, 32, 2, 3);
    dst.location = ASSAY_MAT;
    dst.block_layout = ASSAY_COL_MAJOR;
    dst.box_layout = ASSAY_BOX_ROW_MAJOR;
    bench.scalar(ASSAY_U8, 7);
    EXPECT_EQ(fill(bench, target), ASSAY_DONE);
    EXPECT_EQ(at<std::uint8_t>(dst, 34), 7);
    EXPECT_EQ(at<std::uint8_t>(dst, 35), 7);
    EXPECT_EQ(at<std::uint8_t>(dst, 1023), 7);
  }
}

TEST(Expands, FillsTheShapeOfAConvolutionTile) {
  Bench bench;
  const auto& dst = bench.conv(ASSAY_F16, 2, ASSAY_NC1HWC0, {1, 2, 3, 4, 16});
  bench.scalar(ASSAY_F32, bits_of<float>(1.5));
  EXPECT_EQ(fill(bench, "a5", "conv"), ASSAY_DONE);
  for (int i = 0; i < 384; ++i) ASSERT_EQ(at<std::uint16_t>(dst, i), 0x3E00);
}

TEST(Expands, ConvertsTheScalarLikeAnArgument) {
  const auto half_of = [](assay_element from, std::uint64_t bits) {
    Bench bench;
    const auto& dst = bench.tile(ASSAY_F16, 2, 1, 16, 1, 1);
    bench.scalar(from, bits);
    EXPECT_EQ(fill(bench, "a5"), ASSAY_DONE);
    return at<std::uint16_t>(dst, 0);
  };
  EXPECT_EQ(half_of(ASSAY_I32, 2049), 0x6800);
  EXPECT_EQ(half_of(ASSAY_F64, bits_of<double>(1e6)), 0x7C00);
  EXPECT_EQ(half_of(ASSAY_F32, bits_of<float>(-0.0)), 0x8000);
  EXPECT_EQ(half_of(ASSAY_F16, 0x7C01), 0x7C01);
}

TEST(Expands, KnowsTheElementTypesOfEachTarget) {
  const auto status = [](const char* target, assay_element element, assay_location location) {
    Bench bench;
    auto& dst = bench.tile(element, 4, 2, 32, 2, 32);
    dst.location = location;
    bench.scalar(element, 1);
    return fill(bench, target);
  };
  EXPECT_EQ(status("a2a3", ASSAY_U8, ASSAY_VEC), ASSAY_REJECTED);
  EXPECT_EQ(status("a5", ASSAY_U8, ASSAY_VEC), ASSAY_DONE);
  EXPECT_EQ(status("a2a3", ASSAY_BF16, ASSAY_VEC), ASSAY_REJECTED);
  EXPECT_EQ(status("a2a3", ASSAY_BF16, ASSAY_MAT), ASSAY_DONE);
  EXPECT_EQ(status("a5", ASSAY_BF16, ASSAY_MAT), ASSAY_REJECTED);
  EXPECT_EQ(status("a5", ASSAY_I32, ASSAY_ACC), ASSAY_REJECTED);
  EXPECT_EQ(status("cpu", ASSAY_E4M3, ASSAY_VEC), ASSAY_DONE);
}

TEST(Expands, HoldsTheBlockRuleAtBothEdges) {
  const auto mat = [](std::int64_t rows) {
    Bench bench;
    bench.tile(ASSAY_U8, 1, rows, 32, 1, 1).location = ASSAY_MAT;
    bench.scalar(ASSAY_U8, 1);
    return fill(bench, "a2a3");
  };
  EXPECT_EQ(mat(1), ASSAY_DONE);
  EXPECT_EQ(mat(32767), ASSAY_DONE);
  EXPECT_EQ(mat(32768), ASSAY_REJECTED);
  const auto conv = [](assay_layout layout, const std::vector<std::int64_t>& dims) {
    Bench bench;
    bench.conv(ASSAY_U8, 1, layout, dims);
    bench.scalar(ASSAY_U8, 1);
    return fill(bench, "a5", "conv");
  };
  EXPECT_EQ(conv(ASSAY_NC1HWC0, {1, 7, 31, 151, 32}), ASSAY_DONE);
  EXPECT_EQ(conv(ASSAY_FRACTAL_Z, {1, 8, 64, 64, 32}), ASSAY_REJECTED);
  EXPECT_EQ(conv(ASSAY_NDC1HWC0, {1, 1, 7, 31, 151, 32}), ASSAY_DONE);
  EXPECT_EQ(conv(ASSAY_FRACTAL_Z_3D, {2, 2, 2, 64, 64, 32}), ASSAY_REJECTED);
  EXPECT_EQ(conv(ASSAY_NC1HWC0, {0, 7, 31, 151, 32}), ASSAY_REJECTED);
  EXPECT_EQ(conv(ASSAY_ND, {1, 7, 31, 151, 32}), ASSAY_REJECTED);
}

TEST(Expands, RefusesMatTilesWithBrokenBoxes) {
  Bench bench;
  auto& dst = bench.tile(ASSAY_F16, 2, 32, 32, 2, 3);
  dst.location = ASSAY_MAT;
  dst.block_layout = ASSAY_COL_MAJOR;
  dst.box_layout = ASSAY_BOX_ROW_MAJOR;
  bench.scalar(ASSAY_F16, 0);
  dst.rows = 24;
  EXPECT_EQ(fill(bench, "a5"), ASSAY_REJECTED);
  dst.rows = 32;
  dst.cols = 24;
  EXPECT_EQ(fill(bench, "a5"), ASSAY_REJECTED);
  dst.cols = 32;
  EXPECT_EQ(fill(bench, "a5"), ASSAY_DONE);
}

TEST(Expands, RefusesColumnMajorVecTiles) {
  Bench bench;
  bench.tile(ASSAY_F32, 4, 8, 2, 8, 2).block_layout = ASSAY_COL_MAJOR;
  bench.scalar(ASSAY_F32, 0);
  EXPECT_EQ(fill(bench, "a5"), ASSAY_REJECTED);
  EXPECT_EQ(fill(bench, "cpu"), ASSAY_DONE);
}

}  // namespace
}  // namespace assay::simulator
