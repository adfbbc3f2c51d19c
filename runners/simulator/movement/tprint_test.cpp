// SPDX-License-Identifier: Apache-2.0
// TPRINT: texts written by hand from the manual's description.
#include <gtest/gtest.h>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

assay_status print(Bench& bench, const char* form, const char* target) {
  return bench.run(*make(), "TPRINT", form, target);
}

std::string lines_from(const std::string& text, int skipped) {
  std::size_t at = 0;
  for (int i = 0; i < skipped; ++i) at = text.find('\n', at) + 1;
  return text.substr(at);
}

TEST(Print, FencesTheValidRegionOfADeviceTile) {
  Bench bench;
  const auto& src = bench.tile(ASSAY_F32, 4, 2, 8, 1, 2);
  for (int i = 0; i < 16; ++i) at<float>(src, i) = static_cast<float>(i) + 0.00005F;
  EXPECT_EQ(print(bench, "tile", "a5"), ASSAY_DONE);
  EXPECT_EQ(bench.text.substr(0, bench.text.find("  0.0")),
            "=== [TPRINT Tile] Data Type: float32, Layout: ND, TileType: Vec ===\n"
            "  Shape: [2, 8], Valid Shape: [1, 2]\n");
  // 0.00005F is a little below the tie; the sums are rounded to float first.
  const std::string dashes = "--------";
  const std::string rule = dashes + " " + dashes + "| " + dashes + " " + dashes + " " + dashes +
                           " " + dashes + " " + dashes + " " + dashes + "\n";
  EXPECT_NE(bench.text.find("\n" + rule), std::string::npos) << bench.text;
  EXPECT_EQ(lines_from(bench.text, 2).substr(0, 19), "  0.0000   1.0000| ");
}

TEST(Print, FencesTheValidRegionOnCpu) {
  Bench bench;
  const auto& src = bench.tile(ASSAY_I16, 2, 2, 16, 2, 3);
  for (int i = 0; i < 32; ++i) at<std::int16_t>(src, i) = static_cast<std::int16_t>(-i);
  EXPECT_EQ(print(bench, "tile", "cpu"), ASSAY_DONE);
  EXPECT_EQ(lines_from(bench.text, 2).substr(0, 37), "       0       -1       -2|       -3 ");
}

TEST(Print, KnowsItsThreeFormats) {
  const auto first_line = [](const char* format, assay_element element, std::uint32_t bits) {
    Bench bench;
    bench.format = format;
    at<std::uint32_t>(bench.tile(element, 4, 1, 32, 1, 1), 0) = bits;
    EXPECT_EQ(print(bench, "tile", "cpu"), ASSAY_DONE);
    const std::string line = lines_from(bench.text, 2);
    return line.substr(0, line.find('|'));
  };
  EXPECT_EQ(first_line("Width8_Precision4", ASSAY_F32, 0x3FC00000), "  1.5000");
  EXPECT_EQ(first_line("Width8_Precision2", ASSAY_F32, 0x3FC00000), "    1.50");
  EXPECT_EQ(first_line("Width10_Precision6", ASSAY_F32, 0xBFC00000), " -1.500000");
  EXPECT_EQ(first_line("Width10_Precision6", ASSAY_U32, 0xFFFFFFFF), "4294967295");
  EXPECT_EQ(first_line("Width8_Precision2", ASSAY_I8, 0x80), "    -128");
  EXPECT_EQ(first_line("Width8_Precision4", ASSAY_F16, 0xFC00), "    -inf");
  EXPECT_EQ(first_line("Width8_Precision4", ASSAY_F16, 0x8000), " -0.0000");
  Bench bench;
  bench.format = "Width3";
  bench.tile(ASSAY_F32, 4, 1, 8, 1, 1);
  EXPECT_EQ(print(bench, "tile", "a5"), ASSAY_REJECTED);
}

TEST(Print, PrintsViewsBatchByBatch) {
  Bench bench;
  const auto& src = bench.global(ASSAY_U8, 1, ASSAY_ND, {1, 2, 1, 1, 2}, {40, 20, 10, 5, 3});
  count_up<std::uint8_t>(src);
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    EXPECT_EQ(print(bench, "global", target), ASSAY_DONE);
    EXPECT_EQ(bench.text,
              "=== [TPRINT GlobalTensor] Data Type: uint8, Layout: ND ===\n"
              "  Shape: [1, 2, 1, 1, 2]\n"
              "  Batch [0, 0, 0]:\n"
              "       0        3\n"
              "  Batch [0, 1, 0]:\n"
              "      20       23\n");
  }
}

TEST(Print, PrintsBoxedViewsAsTheMatrixTheyStandFor) {
  Bench bench;
  const auto& src = bench.global(ASSAY_I32, 4, ASSAY_NZ, {1, 2, 1, 16, 8}, {256, 128, 128, 8, 1});
  count_up<std::int32_t>(src);
  EXPECT_EQ(print(bench, "global", "a5"), ASSAY_DONE);
  const std::string body = lines_from(bench.text, 1);
  EXPECT_EQ(body.substr(0, body.find('\n')), "  Logical Shape: [16, 16]");
  EXPECT_EQ(lines_from(body, 2).substr(63, 17), "      15      136");
}

TEST(Print, SendsMatTilesThroughScratchAsTheyLieInMemory) {
  Bench bench;
  auto& src = bench.tile(ASSAY_I32, 4, 16, 16, 16, 16);
  src.location = ASSAY_MAT;
  src.block_layout = ASSAY_COL_MAJOR;
  src.box_layout = ASSAY_BOX_ROW_MAJOR;
  count_up<std::int32_t>(src);
  auto& tmp = bench.global(ASSAY_I32, 4, ASSAY_ND, {1, 1, 1, 16, 16}, {256, 256, 256, 16, 1});
  EXPECT_EQ(print(bench, "scratch", "a5"), ASSAY_REJECTED);
  EXPECT_EQ(print(bench, "scratch", "a2a3"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(lines_from(bench.text, 2).substr(72, 8), "       8");
  EXPECT_EQ(at<std::int32_t>(tmp, 255), 255);
  src.location = ASSAY_ACC;
  EXPECT_EQ(print(bench, "scratch", "a5"), ASSAY_DONE);
  EXPECT_EQ(lines_from(bench.text, 2).substr(72, 8), "     128");
  tmp.shape[3] = 15;
  EXPECT_EQ(print(bench, "scratch", "a5"), ASSAY_REJECTED);
}

TEST(Print, StopsAtTheEndOfTheDeviceBuffer) {
  Bench bench;
  const auto& src = bench.tile(ASSAY_U8, 1, 64, 32, 64, 32);
  for (int i = 0; i < 2048; ++i) at<std::uint8_t>(src, i) = 1;
  EXPECT_EQ(print(bench, "tile", "a5"), ASSAY_DONE);
  EXPECT_EQ(bench.text.size(), 16384U);
  EXPECT_EQ(print(bench, "tile", "cpu"), ASSAY_DONE);
  EXPECT_EQ(lines_from(bench.text, 2).size(), 64U * 32 * 9);
}

TEST(Print, RefusesWhatThePageForbids) {
  Bench bench;
  auto& src = bench.tile(ASSAY_BF16, 2, 16, 16, 16, 16);
  EXPECT_EQ(print(bench, "tile", "a5"), ASSAY_REJECTED);
  src.element = ASSAY_F16;
  EXPECT_EQ(print(bench, "tile", "a5"), ASSAY_DONE);
  src.location = ASSAY_MAT;
  EXPECT_EQ(print(bench, "tile", "a5"), ASSAY_REJECTED);
  Bench other;
  auto& global = other.global(ASSAY_F32, 4, ASSAY_NC1HWC0, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1});
  EXPECT_EQ(print(other, "global", "a5"), ASSAY_REJECTED);
  global.layout = ASSAY_DN;
  EXPECT_EQ(print(other, "global", "a5"), ASSAY_DONE);
}

}  // namespace
}  // namespace assay::simulator
