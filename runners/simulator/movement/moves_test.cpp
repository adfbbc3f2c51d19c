// SPDX-License-Identifier: Apache-2.0
// Moves from tile to tile: places, and what is refused.
#include <gtest/gtest.h>

#include <array>
#include <string_view>
#include <vector>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

assay_status run(Bench& bench, const char* op, const char* target) {
  return bench.run(*make(), op, "tile", target);
}

TEST(Transposition, TakesItsSizeFromTheSource) {
  Bench bench;
  const auto& dst = bench.tile(ASSAY_I32, 4, 3, 8, 3, 2);
  const auto& src = bench.tile(ASSAY_I32, 4, 2, 8, 2, 3);
  bench.tile(ASSAY_I32, 4, 1, 48, 1, 48);
  count_up<std::int32_t>(src);
  EXPECT_EQ(run(bench, "TTRANS", "a2a3"), ASSAY_DONE) << bench.message;
  const std::int32_t rows[3][2] = {{0, 8}, {1, 9}, {2, 10}};
  for (int row = 0; row < 3; ++row) {
    for (int col = 0; col < 2; ++col)
      EXPECT_EQ(at<std::int32_t>(dst, row * 8 + col), rows[row][col]);
    EXPECT_EQ(at<std::uint32_t>(dst, row * 8 + 2), 0xA5A5A5A5U);
  }
}

TEST(Transposition, TakesColumnsOfAHost) {
  Bench bench;
  auto& dst = bench.tile(ASSAY_I32, 4, 8, 2, 3, 2);
  dst.block_layout = ASSAY_COL_MAJOR;
  const auto& src = bench.tile(ASSAY_I32, 4, 2, 8, 2, 3);
  bench.tile(ASSAY_I32, 4, 1, 48, 1, 48);
  count_up<std::int32_t>(src);
  EXPECT_EQ(run(bench, "TTRANS", "cpu"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::int32_t>(dst, 2), 2);      // (2, 0)
  EXPECT_EQ(at<std::int32_t>(dst, 8 + 1), 9);  // (1, 1)
  EXPECT_EQ(run(bench, "TTRANS", "a5"), ASSAY_UNSUPPORTED);
}

TEST(Transposition, RefusesOtherSizesAndColumnMajorSources) {
  Bench wide;
  wide.tile(ASSAY_I64, 8, 4, 4, 3, 2);
  wide.tile(ASSAY_I64, 8, 4, 4, 2, 3);
  wide.tile(ASSAY_I64, 8, 4, 4, 4, 4);
  EXPECT_EQ(run(wide, "TTRANS", "a5"), ASSAY_REJECTED);
  Bench other;
  other.tile(ASSAY_F32, 4, 4, 8, 3, 2);
  other.tile(ASSAY_F16, 2, 4, 16, 2, 3);
  other.tile(ASSAY_F16, 2, 4, 16, 4, 4);
  EXPECT_EQ(run(other, "TTRANS", "cpu"), ASSAY_REJECTED);
  Bench down;
  down.tile(ASSAY_F32, 4, 8, 8, 3, 2);
  down.tile(ASSAY_F32, 4, 8, 8, 2, 3).block_layout = ASSAY_COL_MAJOR;
  down.tile(ASSAY_F32, 4, 8, 16, 8, 16);
  EXPECT_EQ(run(down, "TTRANS", "a2a3"), ASSAY_REJECTED);
}

// Dimensions are chosen so that no two directions have the same steps.
struct ImageRow {
  assay_layout from;
  std::vector<std::int64_t> src;
  assay_layout to;
  std::vector<std::int64_t> dst;
  std::int64_t at, value;  ///< an element of dst, and the one of src that goes there
  std::int64_t padding;    ///< an element of dst that nothing goes to; below 0 if there is none
};

TEST(ImageConversion, KeepsEachElementUnderItsIndices) {
  const ImageRow rows[] = {
      // Image 1, channel 9 (block 1, lane 1), row 1, column 2.
      {ASSAY_NCHW,
       {2, 10, 2, 4},
       ASSAY_NC1HWC0,
       {2, 2, 2, 4, 8},
       128 + 64 + 48 + 1,
       80 + 72 + 6,
       127},
      {ASSAY_NC1HWC0,
       {2, 2, 2, 4, 8},
       ASSAY_NCHW,
       {2, 16, 2, 4},
       128 + 72 + 6,
       128 + 64 + 48 + 1,
       -1},
      {ASSAY_GNCHW,
       {3, 2, 10, 2, 4},
       ASSAY_GNC1HWC0,
       {3, 2, 2, 2, 4, 8},
       512 + 128 + 64 + 48 + 1,
       320 + 80 + 72 + 6,
       127},
      {ASSAY_GNC1HWC0,
       {3, 2, 2, 2, 4, 8},
       ASSAY_GNCHW,
       {3, 2, 16, 2, 4},
       512 + 128 + 72 + 6,
       512 + 128 + 64 + 48 + 1,
       -1},
      // Image 17 (box 1, row 1), block 1, row 1, column 2, lane 3.
      {ASSAY_NC1HWC0,
       {18, 2, 2, 3, 8},
       ASSAY_FRACTAL_Z,
       {12, 2, 16, 8},
       11 * 256 + 128 + 8 + 3,
       17 * 96 + 48 + 40 + 3,
       128 + 16},
      // Image 17, channel 9, depth 2, row 1, column 2.
      {ASSAY_NCDHW,
       {18, 10, 3, 2, 4},
       ASSAY_FRACTAL_Z_3D,
       {48, 2, 16, 8},
       (2 * 16 + 8 + 6) * 256 + 128 + 8 + 1,
       17 * 240 + 9 * 24 + 2 * 8 + 6,
       128 + 16},
  };
  for (const ImageRow& row : rows) {
    Bench bench;
    auto& dst = bench.conv(ASSAY_I32, 4, row.to, row.dst);
    auto& src = bench.conv(ASSAY_I32, 4, row.from, row.src);
    dst.location = src.location = ASSAY_VEC;
    count_up<std::int32_t>(src);
    bench.tile(ASSAY_I32, 4, 1, 8, 1, 8);
    for (const char* target : {"a2a3", "a5", "cpu"}) {
      EXPECT_EQ(bench.run(*make(), "TTRANS", "image", target), ASSAY_DONE) << bench.message;
      EXPECT_EQ(at<std::int32_t>(dst, row.at), row.value) << row.to;
      if (row.padding >= 0) {
        EXPECT_EQ(at<std::uint32_t>(dst, row.padding), 0xA5A5A5A5U) << row.to;
      }
    }
    src.layout = ASSAY_NDC1HWC0;
    EXPECT_EQ(bench.run(*make(), "TTRANS", "image", "a5"), ASSAY_UNSUPPORTED);
  }
}

assay_status window(Bench& bench, const char* op, const char* form, const char* target) {
  return bench.run(*make(), op, form, target);
}

TEST(Extraction, BeginsAtTheIndices) {
  Bench bench;
  const auto& dst = bench.tile(ASSAY_I32, 4, 4, 8, 2, 3);
  count_up<std::int32_t>(bench.tile(ASSAY_I32, 4, 8, 16, 8, 16));
  bench.scalar(ASSAY_U16, 3);
  bench.scalar(ASSAY_U16, 5);
  EXPECT_EQ(window(bench, "TEXTRACT", "vec", "a2a3"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::int32_t>(dst, 0), 53);
  EXPECT_EQ(at<std::int32_t>(dst, 10), 71);
  EXPECT_EQ(at<std::uint32_t>(dst, 3), 0xA5A5A5A5U);
}

TEST(Extraction, RefusesWindowsThatEndOutside) {
  Bench bench;
  bench.tile(ASSAY_I32, 4, 4, 8, 2, 3);
  bench.tile(ASSAY_I32, 4, 8, 16, 8, 16);
  bench.scalar(ASSAY_U16, 5);
  bench.scalar(ASSAY_U16, 0);
  EXPECT_EQ(window(bench, "TEXTRACT", "vec", "cpu"), ASSAY_REJECTED);
}

TEST(Insertion, WritesTheWindowAlone) {
  Bench bench;
  const auto& dst = bench.tile(ASSAY_I32, 4, 4, 16, 4, 16);
  count_up<std::int32_t>(bench.tile(ASSAY_I32, 4, 2, 8, 2, 3));
  bench.scalar(ASSAY_U16, 1);
  bench.scalar(ASSAY_U16, 5);
  EXPECT_EQ(window(bench, "TINSERT", "vec", "a5"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::int32_t>(dst, 16 + 7), 2);
  EXPECT_EQ(at<std::int32_t>(dst, 32 + 5), 8);
  EXPECT_EQ(at<std::uint32_t>(dst, 16 + 8), 0xA5A5A5A5U);
  EXPECT_EQ(window(bench, "TINSERT", "vec", "a2a3"), ASSAY_UNSUPPORTED);
}

TEST(Insertion, InSplitsGoesFromBoxesInVecToBoxesInMat) {
  Bench bench;
  auto& dst = bench.tile(ASSAY_I32, 4, 16, 32, 16, 32);
  auto& src = bench.tile(ASSAY_I32, 4, 16, 24, 3, 24);
  for (assay_operand* tile : {&dst, &src}) {
    tile->block_layout = ASSAY_COL_MAJOR;
    tile->box_layout = ASSAY_BOX_ROW_MAJOR;
  }
  dst.location = ASSAY_MAT;
  count_up<std::int32_t>(src);
  bench.scalar(ASSAY_U16, 0);
  bench.scalar(ASSAY_U16, 8);
  EXPECT_EQ(window(bench, "TINSERT", "split", "a5"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::int32_t>(dst, 16 * 8 + 9), 9);                // (1, 9) from (1, 1)
  EXPECT_EQ(at<std::int32_t>(dst, 3 * 16 * 8 + 2 * 8 + 7), 279);  // (2, 31) from (2, 23)
  EXPECT_EQ(at<std::uint32_t>(dst, 0), 0xA5A5A5A5U);
  EXPECT_EQ(at<std::uint32_t>(dst, 16 * 8 + 3 * 8), 0xA5A5A5A5U);
  EXPECT_EQ(window(bench, "TINSERT", "split", "cpu"), ASSAY_UNSUPPORTED);
  src.location = ASSAY_MAT;
  EXPECT_EQ(window(bench, "TINSERT", "split", "a5"), ASSAY_REJECTED);
  src.location = dst.location = ASSAY_VEC;
  EXPECT_EQ(window(bench, "TINSERT", "split", "a5"), ASSAY_REJECTED);
}

TEST(Weaving, SplitsInTheMiddleAndIsUndone) {
  Bench bench;
  const auto& high = bench.tile(ASSAY_I32, 4, 1, 8, 1, 4);
  const auto& low = bench.tile(ASSAY_I32, 4, 1, 8, 1, 4);
  const auto& odd = bench.tile(ASSAY_I32, 4, 1, 8, 1, 4);
  const auto& even = bench.tile(ASSAY_I32, 4, 1, 8, 1, 4);
  for (int i = 0; i < 4; ++i) {
    at<std::int32_t>(odd, i) = 20 + i;
    at<std::int32_t>(even, i) = 10 + i;
  }
  EXPECT_EQ(window(bench, "TINTERLEAVE", "plain", "a5"), ASSAY_DONE) << bench.message;
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(at<std::int32_t>(low, i), 10 + i / 2 + i % 2 * 10);
    EXPECT_EQ(at<std::int32_t>(high, i), 12 + i / 2 + i % 2 * 10);
  }
  Bench back;
  const auto& second = back.tile(ASSAY_I32, 4, 1, 8, 1, 4);
  const auto& first = back.tile(ASSAY_I32, 4, 1, 8, 1, 4);
  std::memcpy(back.tile(ASSAY_I32, 4, 1, 8, 1, 4).data, high.data, 32);
  std::memcpy(back.tile(ASSAY_I32, 4, 1, 8, 1, 4).data, low.data, 32);
  EXPECT_EQ(window(back, "TDEINTERLEAVE", "two", "cpu"), ASSAY_DONE) << back.message;
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(at<std::int32_t>(first, i), 10 + i);
    EXPECT_EQ(at<std::int32_t>(second, i), 20 + i);
  }
}

TEST(Weaving, TakesOneTileApart) {
  Bench bench;
  const auto& odd = bench.tile(ASSAY_I32, 4, 1, 8, 1, 3);
  const auto& even = bench.tile(ASSAY_I32, 4, 1, 8, 1, 3);
  count_up<std::int32_t>(bench.tile(ASSAY_I32, 4, 1, 8, 1, 6));
  EXPECT_EQ(window(bench, "TDEINTERLEAVE", "one", "a5"), ASSAY_DONE) << bench.message;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(at<std::int32_t>(even, i), 2 * i);
    EXPECT_EQ(at<std::int32_t>(odd, i), 2 * i + 1);
  }
  EXPECT_EQ(at<std::uint32_t>(even, 3), 0xA5A5A5A5U);
}

assay_status moved(Bench& bench, const char* op, const char* form, const char* target) {
  return bench.run(*make(), op, form, target);
}

// Box (0, 1) of a right operand follows box (0, 0), its columns one after the other.
TEST(WholeMove, TurnsRowsIntoBoxesOfColumns) {
  Bench bench;
  assay_operand& dst = bench.tile(ASSAY_I8, 1, 32, 32, 32, 32);
  dst.location = ASSAY_MAT;
  dst.box_layout = ASSAY_BOX_COL_MAJOR;
  count_up<std::int8_t>(bench.tile(ASSAY_I8, 1, 32, 32, 32, 32));
  EXPECT_EQ(moved(bench, "TMOV", "boxes", "a5"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::uint8_t>(dst, 1), 32);         // (1, 0)
  EXPECT_EQ(at<std::uint8_t>(dst, 32), 1);         // (0, 1)
  EXPECT_EQ(at<std::uint8_t>(dst, 512 + 33), 49);  // (1, 17)
  EXPECT_EQ(moved(bench, "TMOV", "boxes", "a2a3"), ASSAY_UNSUPPORTED);
}

// A box of elements of four bits is 64 wide: (0, 64) begins after 16 rows of 32 bytes.
TEST(WholeMove, KeepsPairsOfHalfBytesTogether) {
  Bench bench;
  assay_operand& dst = bench.tile(ASSAY_E2M1, 1, 16, 128, 16, 128);
  dst.location = ASSAY_MAT;
  dst.block_layout = ASSAY_COL_MAJOR;
  dst.box_layout = ASSAY_BOX_ROW_MAJOR;
  assay_operand& src = bench.tile(ASSAY_E2M1, 1, 16, 128, 16, 128);
  for (int i = 0; i < 16 * 64; ++i) at<std::uint8_t>(src, i) = static_cast<std::uint8_t>(i * 7);
  EXPECT_EQ(moved(bench, "TMOV", "boxes", "a5"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::uint8_t>(dst, 1), at<std::uint8_t>(src, 1));          // (0, 2) and (0, 3)
  EXPECT_EQ(at<std::uint8_t>(dst, 32), at<std::uint8_t>(src, 64));        // (1, 0)
  EXPECT_EQ(at<std::uint8_t>(dst, 512), at<std::uint8_t>(src, 32));       // (0, 64)
  EXPECT_EQ(at<std::uint8_t>(dst, 512 + 33), at<std::uint8_t>(src, 97));  // (1, 66)
  EXPECT_EQ(moved(bench, "TMOV", "boxes", "cpu"), ASSAY_UNSUPPORTED);
  Bench into_zn;
  assay_operand& zn = into_zn.tile(ASSAY_E2M1, 1, 64, 16, 64, 16);
  zn.location = ASSAY_MAT;
  zn.box_layout = ASSAY_BOX_COL_MAJOR;
  into_zn.tile(ASSAY_E2M1, 1, 64, 64, 64, 16);
  EXPECT_EQ(moved(into_zn, "TMOV", "boxes", "a5"), ASSAY_UNSUPPORTED);
}

// Box (0, 1) of an operand of elements of four bits begins after 16 rows of 32 bytes.
TEST(Window, OfHalfBytesIsTakenByWholeBytes) {
  Bench bench;
  assay_operand& dst = bench.tile(ASSAY_E1M2, 1, 16, 64, 16, 64);
  assay_operand& src = bench.tile(ASSAY_E1M2, 1, 32, 128, 32, 128);
  dst.location = ASSAY_LEFT;
  src.location = ASSAY_MAT;
  for (assay_operand* tile : {&dst, &src}) {
    tile->block_layout = ASSAY_COL_MAJOR;
    tile->box_layout = ASSAY_BOX_ROW_MAJOR;
  }
  for (int i = 0; i < 32 * 64; ++i) at<std::uint8_t>(src, i) = static_cast<std::uint8_t>(i * 7);
  bench.scalar(ASSAY_U16, 5);
  bench.scalar(ASSAY_U16, 64);
  EXPECT_EQ(moved(bench, "TEXTRACT", "cube", "a5"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::uint8_t>(dst, 0), at<std::uint8_t>(src, 1024 + 5 * 32));
  EXPECT_EQ(at<std::uint8_t>(dst, 15 * 32 + 3), at<std::uint8_t>(src, 1024 + 20 * 32 + 3));
  dst.valid_cols = 63;
  EXPECT_EQ(moved(bench, "TEXTRACT", "cube", "a5"), ASSAY_UNSUPPORTED);
}

// A box of scales has 16 rows of 2: (16, 0) begins after 2 boxes of 32 bytes across.
TEST(WholeMove, TakesScalesToTheirMemory) {
  Bench bench;
  assay_operand& dst = bench.tile(ASSAY_E8M0, 1, 32, 4, 31, 3);
  assay_operand& src = bench.tile(ASSAY_E8M0, 1, 32, 4, 31, 3);
  dst.location = ASSAY_SCALE_LEFT;
  src.location = ASSAY_MAT;
  for (assay_operand* tile : {&dst, &src}) {
    tile->box_layout = ASSAY_BOX_ROW_MAJOR;
    tile->fractal_size = 32;
  }
  count_up<std::uint8_t>(src);
  EXPECT_EQ(moved(bench, "TMOV", "scales", "a5"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::uint8_t>(dst, 64), 64);      // (16, 0)
  EXPECT_EQ(at<std::uint8_t>(dst, 33), 0xA5);    // (0, 3)
  EXPECT_EQ(at<std::uint8_t>(dst, 32 + 2), 34);  // (1, 2)
  EXPECT_EQ(moved(bench, "TMOV", "scales", "a2a3"), ASSAY_REJECTED);
  src.element = dst.element = ASSAY_I8;
  EXPECT_EQ(moved(bench, "TMOV", "scales", "a5"), ASSAY_REJECTED);
}

TEST(WholeMove, WidensHalvesIntoBiases) {
  Bench bench;
  assay_operand& dst = bench.tile(ASSAY_F32, 4, 1, 32, 1, 32);
  dst.location = ASSAY_BIAS;
  assay_operand& src = bench.tile(ASSAY_F16, 2, 1, 32, 1, 32);
  src.location = ASSAY_MAT;
  at<std::uint16_t>(src, 31) = 0xC100;  // -2.5
  EXPECT_EQ(moved(bench, "TMOV", "bias", "a2a3"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<float>(dst, 31), -2.5F);
  src.element = ASSAY_BF16;
  EXPECT_EQ(moved(bench, "TMOV", "bias", "a2a3"), ASSAY_REJECTED);
  EXPECT_EQ(moved(bench, "TMOV", "bias", "a5"), ASSAY_DONE) << bench.message;
}

TEST(Fill, PadsWhatIsNotValidInSrc) {
  Bench bench;
  assay_operand& dst = bench.tile(ASSAY_I32, 4, 3, 16, 2, 5);
  dst.pad = ASSAY_PAD_MIN;
  count_up<std::int32_t>(bench.tile(ASSAY_I32, 4, 2, 8, 2, 3));
  EXPECT_EQ(moved(bench, "TFILLPAD_EXPAND", "vec", "a2a3"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::int32_t>(dst, 16 + 2), 10);
  for (const int index : {3, 7, 15, 16 + 3, 32, 47}) {
    EXPECT_EQ(at<std::uint32_t>(dst, index), 0x80000000U) << index;
  }
  EXPECT_EQ(moved(bench, "TFILLPAD", "vec", "a2a3"), ASSAY_REJECTED);
  dst.pad = ASSAY_PAD_NULL;
  EXPECT_EQ(moved(bench, "TFILLPAD_EXPAND", "vec", "a2a3"), ASSAY_REJECTED);
}

TEST(Fill, InPlaceKeepsWhatIsValid) {
  Bench bench;
  assay_operand& dst = bench.tile(ASSAY_I32, 4, 3, 8, 2, 5);
  dst.pad = ASSAY_PAD_MAX;
  count_up<std::int32_t>(dst);
  EXPECT_EQ(moved(bench, "TFILLPAD_INPLACE", "one", "a5"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::int32_t>(dst, 4), 4);
  EXPECT_EQ(at<std::int32_t>(dst, 8 + 4), 12);
  for (const int index : {5, 7, 8 + 5, 16, 23}) {
    EXPECT_EQ(at<std::int32_t>(dst, index), 0x7FFFFFFF) << index;
  }
  dst.pad = ASSAY_PAD_NULL;
  EXPECT_EQ(moved(bench, "TFILLPAD_INPLACE", "one", "a5"), ASSAY_REJECTED);
}

TEST(Fill, OfTwoTilesInPlaceKeepsWhatIsValidInSource) {
  Bench bench;
  assay_operand& dst = bench.tile(ASSAY_I32, 4, 2, 8, 2, 8);
  assay_operand& src = bench.tile(ASSAY_F32, 4, 2, 8, 1, 5);
  dst.pad = ASSAY_PAD_MAX;
  EXPECT_EQ(moved(bench, "TFILLPAD_INPLACE", "two", "a5"), ASSAY_UNSUPPORTED);
  src.data = dst.data;
  count_up<std::int32_t>(dst);
  EXPECT_EQ(moved(bench, "TFILLPAD_INPLACE", "two", "a5"), ASSAY_DONE) << bench.message;
  for (int index = 0; index < 16; ++index) {
    EXPECT_EQ(at<std::int32_t>(dst, index), index < 5 ? index : 0x7FFFFFFF) << index;
  }
  dst.cols = 16;
  EXPECT_EQ(moved(bench, "TFILLPAD_INPLACE", "two", "a5"), ASSAY_REJECTED);
}

// 2 x 16 halves in rows are 32 bytes each; in columns (0, 1) follows all rows of column 0.
TEST(Reshape, KeepsBytes) {
  Bench bench;
  assay_operand& dst = bench.tile(ASSAY_F16, 2, 16, 2, 16, 2);
  dst.block_layout = ASSAY_COL_MAJOR;
  const assay_operand& src = bench.tile(ASSAY_I32, 4, 2, 8, 2, 8);
  count_up<std::int32_t>(src);
  EXPECT_EQ(moved(bench, "TRESHAPE", "vec", "a5"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(std::memcmp(dst.data, src.data, 64), 0);
  EXPECT_EQ(at<std::uint16_t>(dst, 14), 7);
  dst.location = ASSAY_MAT;
  EXPECT_EQ(moved(bench, "TRESHAPE", "vec", "a5"), ASSAY_REJECTED);
  dst.location = ASSAY_VEC;
  dst.cols = 3;
  EXPECT_EQ(moved(bench, "TRESHAPE", "vec", "cpu"), ASSAY_REJECTED);
}

TEST(Subview, BeginsAtTheIndices) {
  Bench bench;
  assay_operand& dst = bench.tile(ASSAY_I32, 4, 4, 16, 2, 3);
  count_up<std::int32_t>(bench.tile(ASSAY_I32, 4, 4, 16, 4, 16));
  bench.scalar(ASSAY_U16, 1);
  assay_operand& col = bench.scalar(ASSAY_U16, 8);
  EXPECT_EQ(moved(bench, "TSUBVIEW", "plain", "a2a3"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::int32_t>(dst, 0), 24);
  EXPECT_EQ(at<std::int32_t>(dst, 16 + 2), 42);
  EXPECT_EQ(at<std::uint32_t>(dst, 3), 0xA5A5A5A5U);
  col.scalar_bits = 14;
  EXPECT_EQ(moved(bench, "TSUBVIEW", "plain", "a2a3"), ASSAY_UNSUPPORTED);
  col.scalar_bits = 8;
  dst.location = ASSAY_MAT;
  EXPECT_EQ(moved(bench, "TSUBVIEW", "plain", "cpu"), ASSAY_REJECTED);
}

TEST(Joining, BeginsBehindWhatIsValid) {
  Bench bench;
  const auto& dst = bench.tile(ASSAY_I32, 4, 2, 8, 2, 5);
  count_up<std::int32_t>(bench.tile(ASSAY_I32, 4, 2, 8, 2, 3));
  const auto& second = bench.tile(ASSAY_I32, 4, 2, 16, 2, 2);
  for (int i = 0; i < 32; ++i) at<std::int32_t>(second, i) = 100 + i;
  EXPECT_EQ(moved(bench, "TCONCAT", "plain", "a5"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::int32_t>(dst, 2), 2);
  EXPECT_EQ(at<std::int32_t>(dst, 3), 100);
  EXPECT_EQ(at<std::int32_t>(dst, 8 + 2), 10);
  EXPECT_EQ(at<std::int32_t>(dst, 8 + 4), 117);
  EXPECT_EQ(at<std::uint32_t>(dst, 5), 0xA5A5A5A5U);
}

TEST(Joining, RefusesOtherSums) {
  Bench bench;
  assay_operand& dst = bench.tile(ASSAY_I32, 4, 2, 8, 2, 6);
  bench.tile(ASSAY_I32, 4, 2, 8, 2, 3);
  assay_operand& second = bench.tile(ASSAY_I32, 4, 2, 16, 2, 2);
  EXPECT_EQ(moved(bench, "TCONCAT", "plain", "a5"), ASSAY_REJECTED);
  EXPECT_EQ(moved(bench, "TCONCAT", "plain", "a2a3"), ASSAY_DONE) << bench.message;
  dst.valid_cols = 8;
  second.valid_cols = 6;
  EXPECT_EQ(moved(bench, "TCONCAT", "plain", "a2a3"), ASSAY_REJECTED);
}

void boxed(assay_operand& tile, assay_location where) {
  tile.location = where;
  tile.block_layout = ASSAY_COL_MAJOR;
  tile.box_layout = ASSAY_BOX_ROW_MAJOR;
  if (where == ASSAY_ACC) tile.fractal_size = 1024;
}

TEST(MoveOfAccumulators, ConvertsAndRectifies) {
  for (const char* relu : {"NoRelu", "NormalRelu"}) {
    Bench bench;
    auto& dst = bench.tile(ASSAY_F16, 2, 16, 16, 1, 2);
    auto& src = bench.tile(ASSAY_F32, 4, 16, 16, 1, 2);
    boxed(dst, ASSAY_MAT);
    boxed(src, ASSAY_ACC);
    at<float>(src, 0) = -2;
    at<float>(src, 1) = 2;
    bench.attributes = {{"ReluPreMode", relu}};
    EXPECT_EQ(bench.run(*make(), "TMOV", "cast", "a2a3"), ASSAY_DONE) << bench.message;
    EXPECT_EQ(at<std::uint16_t>(dst, 0), std::string_view(relu) == "NoRelu" ? 0xC000U : 0U);
    EXPECT_EQ(at<std::uint16_t>(dst, 1), 0x4000U);
  }
}

TEST(WindowsOfAccumulators, HaveTheirIndicesBehindTheDescriptor) {
  const auto window_of = [](const char* op, bool out) {
    Bench bench;
    auto& dst = bench.tile(ASSAY_I8, 1, out ? 32 : 64, out ? 32 : 64, out ? 1 : 64, out ? 1 : 64);
    auto& src = bench.tile(ASSAY_I32, 4, out ? 64 : 32, out ? 64 : 32, out ? 64 : 1, out ? 64 : 1);
    boxed(dst, ASSAY_MAT);
    boxed(src, ASSAY_ACC);
    count_up<std::int32_t>(src);
    bench.scalar(ASSAY_U64, 0x40000000 | std::uint64_t{1} << 46U);
    bench.scalar(ASSAY_U16, 32);
    bench.scalar(ASSAY_U16, 0);
    EXPECT_EQ(bench.run(*make(), op, "scalar", "a5"), ASSAY_DONE) << bench.message;
    return at<std::int8_t>(dst, out ? 0 : 32 * 32);
  };
  EXPECT_EQ(window_of("TEXTRACT", true), 127);  // element 512 of the accumulator
  EXPECT_EQ(window_of("TINSERT", false), 0);    // element 0
}

// Rows of four columns each: the first takes two and one, the second none and four.
TEST(JoiningByCounts, TakesColumnsOfEachRowUpToThoseOfTheResult) {
  const auto joined = [](std::int64_t valid_cols, Bench& bench) -> const assay_operand& {
    const auto& dst = bench.tile(ASSAY_I32, 4, 2, 8, 2, valid_cols);
    for (const std::int32_t first : {100, 200}) {
      const auto& src = bench.tile(ASSAY_I32, 4, 2, 8, 2, 4);
      for (int i = 0; i < 16; ++i) at<std::int32_t>(src, i) = first + i;
    }
    bench.tile(ASSAY_I32, 4, 2, 8, 1, 1);
    for (const std::array<int, 2> bytes : {std::array{8, 0}, std::array{4, 16}}) {
      const auto& counts = bench.tile(ASSAY_I32, 4, 2, 8, 2, 1);
      at<std::int32_t>(counts, 0) = bytes[0];
      at<std::int32_t>(counts, 8) = bytes[1];
    }
    EXPECT_EQ(bench.run(*make(), "TCONCAT", "counted", "a5"), ASSAY_DONE) << bench.message;
    return dst;
  };
  Bench bench;
  const auto& dst = joined(8, bench);
  EXPECT_EQ(at<std::int32_t>(dst, 1), 101);
  EXPECT_EQ(at<std::int32_t>(dst, 2), 200);
  EXPECT_EQ(at<std::uint32_t>(dst, 3), 0xA5A5A5A5U);
  EXPECT_EQ(at<std::int32_t>(dst, 8 + 3), 211);
  Bench narrow;
  const auto& cut = joined(3, narrow);
  EXPECT_EQ(at<std::int32_t>(cut, 8 + 2), 210);
  EXPECT_EQ(at<std::uint32_t>(cut, 8 + 3), 0xA5A5A5A5U);
}

}  // namespace
}  // namespace assay::simulator
