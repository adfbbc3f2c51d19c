// SPDX-License-Identifier: Apache-2.0
// TCOLARGMAX: ties, NaN, signs, long tiles, scratch and what is refused.
#include <gtest/gtest.h>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

constexpr float nan = __builtin_nanf("");

class Argmax : public testing::Test {
 protected:
  assay_status run(const char* target = "a5") {
    return bench.run(*sim, "TCOLARGMAX", "index", target);
  }

  std::unique_ptr<Simulator> sim = make();
  Bench bench;
  assay_operand& dst = bench.tile(ASSAY_U32, 4, 1, 8, 1, 5);
  assay_operand& src = bench.tile(ASSAY_F32, 4, 4, 8, 3, 5);
  assay_operand& tmp = bench.tile(ASSAY_F32, 4, 1, 24, 1, 24);
};

TEST_F(Argmax, FindsTheLowestRowOfTheGreatestElement) {
  const float rows[4][5] = {
      {1, 5, -0.0F, nan, 2}, {3, 5, 0.0F, 9, nan}, {2, 4, -1, 8, 1}, {9, 9, 9, 9, 9}};
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    for (int row = 0; row < 4; ++row) {
      for (int col = 0; col < 5; ++col) at<float>(src, row * 8 + col) = rows[row][col];
    }
    EXPECT_EQ(run(target), ASSAY_DONE) << bench.message;
    const std::uint32_t expected[] = {1, 0, 0, 1, 0, 0xA5A5A5A5U};
    for (int col = 0; col < 6; ++col) EXPECT_EQ(at<std::uint32_t>(dst, col), expected[col]) << col;
  }
}

TEST_F(Argmax, UsesItsScratchOnA2a3Only) {
  for (int i = 0; i < 32; ++i) at<float>(src, i) = 1.0F;
  EXPECT_EQ(run("a5"), ASSAY_DONE);
  EXPECT_EQ(at<std::uint32_t>(tmp, 8), 0xA5A5A5A5U);
  EXPECT_EQ(run("a2a3"), ASSAY_DONE);
  EXPECT_EQ(at<float>(tmp, 8), 1.0F);
}

TEST_F(Argmax, ComparesIntegersByTheirKind) {
  for (const auto& [element, row] : {std::pair{ASSAY_U32, 1U}, std::pair{ASSAY_I32, 0U}}) {
    src.element = element;
    for (int i = 0; i < 32; ++i) at<std::uint32_t>(src, i) = 0;
    at<std::uint32_t>(src, 8) = 0x80000000U;
    EXPECT_EQ(run(), ASSAY_DONE);
    EXPECT_EQ(at<std::uint32_t>(dst, 0), row);
  }
}

TEST(ArgmaxOfManyRows, IsExactAbove2048) {
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    Bench bench;
    const auto& dst = bench.tile(ASSAY_I32, 4, 1, 16, 1, 16);
    const auto& src = bench.tile(ASSAY_F16, 2, 4200, 16, 4200, 16);
    bench.tile(ASSAY_F16, 2, 1, 48, 1, 48);
    for (int i = 0; i < 4200 * 16; ++i) at<std::uint16_t>(src, i) = 0x3C00;
    at<std::uint16_t>(src, 4099 * 16 + 3) = 0x4000;
    EXPECT_EQ(bench.run(*make(), "TCOLARGMAX", "index", target), ASSAY_DONE) << bench.message;
    EXPECT_EQ(at<std::int32_t>(dst, 3), 4099);
    EXPECT_EQ(at<std::int32_t>(dst, 4), 0);
  }
}

TEST(ArgmaxWithValue, GivesBothAndWorksInMoreThanOneRegion) {
  Bench bench;
  const auto& value = bench.tile(ASSAY_U16, 2, 1, 144, 1, 140);
  const auto& index = bench.tile(ASSAY_U16, 2, 1, 144, 1, 140);
  const auto& src = bench.tile(ASSAY_U16, 2, 2, 144, 2, 140);
  bench.tile(ASSAY_U16, 2, 1, 256, 1, 256);
  for (int col = 0; col < 144; ++col) {
    at<std::uint16_t>(src, col) = 40000;
    at<std::uint16_t>(src, 144 + col) = static_cast<std::uint16_t>(40000 + col % 2);
  }
  EXPECT_EQ(bench.run(*make(), "TCOLARGMAX", "value_index", "a2a3"), ASSAY_DONE) << bench.message;
  for (int col = 0; col < 140; ++col) {
    ASSERT_EQ(at<std::uint16_t>(index, col), col % 2);
    ASSERT_EQ(at<std::uint16_t>(value, col), 40000 + col % 2);
  }
  EXPECT_EQ(at<std::uint16_t>(index, 140), 0xA5A5);
}

TEST_F(Argmax, RefusesWrongSizes) {
  src.valid_rows = 0;
  EXPECT_EQ(run("cpu"), ASSAY_REJECTED);
  src.valid_rows = 3;
  dst.valid_cols = 4;
  EXPECT_EQ(run("cpu"), ASSAY_REJECTED);
  dst.valid_cols = 5;
  dst.valid_rows = 0;
  EXPECT_EQ(run(), ASSAY_REJECTED);
  dst.valid_rows = 1;
  src.flags = ASSAY_DYNAMIC_VALID_ROWS;
  EXPECT_EQ(run(), ASSAY_REJECTED);
  EXPECT_EQ(run("cpu"), ASSAY_DONE);
  src.valid_cols = dst.valid_cols = 1;
  EXPECT_EQ(run(), ASSAY_DONE);
}

TEST_F(Argmax, RefusesScratchThatIsShorterThanItsStrideOnA2a3) {
  tmp.cols = tmp.valid_cols = 16;
  EXPECT_EQ(run("a2a3"), ASSAY_DONE) << bench.message;
  src.cols = 16;
  src.rows = 2;
  src.valid_rows = 2;
  tmp.cols = tmp.valid_cols = 8;
  EXPECT_EQ(run("a2a3"), ASSAY_REJECTED);
  EXPECT_EQ(run("a5"), ASSAY_DONE);
  tmp.cols = tmp.valid_cols = 24;
  tmp.element = ASSAY_U32;
  EXPECT_EQ(run("a2a3"), ASSAY_REJECTED);
}

TEST_F(Argmax, RefusesWrongTypesAndLayouts) {
  dst.element = ASSAY_F32;
  EXPECT_EQ(run("cpu"), ASSAY_REJECTED);
  dst.element = ASSAY_I32;
  src.element = tmp.element = ASSAY_I32;
  EXPECT_EQ(run("a2a3"), ASSAY_REJECTED);
  EXPECT_EQ(run("a5"), ASSAY_DONE);
  src.location = ASSAY_MAT;
  EXPECT_EQ(run("cpu"), ASSAY_REJECTED);
  src.location = ASSAY_VEC;
  src.block_layout = ASSAY_COL_MAJOR;
  src.rows = 8;
  src.cols = 4;
  src.valid_cols = dst.valid_cols = 3;
  EXPECT_EQ(run("a5"), ASSAY_REJECTED);
  EXPECT_EQ(run("cpu"), ASSAY_DONE);
}

}  // namespace
}  // namespace assay::simulator
