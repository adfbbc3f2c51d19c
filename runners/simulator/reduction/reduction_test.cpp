// SPDX-License-Identifier: Apache-2.0
// Reductions and searches of rows and columns; expected values are worked out by hand.
#include <gtest/gtest.h>

#include <initializer_list>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

constexpr std::uint32_t untouched = 0xA5A5A5A5U;
constexpr std::uint16_t half_one = 0x3C00, half_2048 = 0x6800, half_2050 = 0x6801;

template <typename T>
void write_row(const assay_operand& tile, std::int64_t row, std::initializer_list<T> values) {
  std::int64_t col = 0;
  for (const T value : values) at<T>(tile, row * tile.cols + col++) = value;
}

/// dst, src and tmp of four rows by one block, the first `rows` x `cols` of src valid.
struct RowBench : Bench {
  RowBench(assay_element element, int bytes, std::int64_t rows, std::int64_t cols)
      : dst(tile(element, bytes, 4, 32 / bytes, rows, 1)),
        src(tile(element, bytes, 4, 32 / bytes, rows, cols)),
        tmp(tile(element, bytes, 4, 256 / bytes, 4, 256 / bytes)) {}
  assay_status reduce(const char* op, const char* target = "a5") {
    return run(*sim, op, "plain", target);
  }

  std::unique_ptr<Simulator> sim = make();
  assay_operand& dst;
  assay_operand& src;
  assay_operand& tmp;
};

/// dst of one row and src of three rows of halves, one block wide.
struct ColumnBench : Bench {
  assay_operand& dst = tile(ASSAY_F16, 2, 1, 16, 1, 2);
  assay_operand& src = tile(ASSAY_F16, 2, 4, 16, 3, 2);
};

TEST(RowSum, AddsTheValidElementsOfEachRowIntoItsFirstColumn) {
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    RowBench bench(ASSAY_F32, 4, 2, 3);
    write_row<float>(bench.src, 0, {1, 2, 3, 100});
    write_row<float>(bench.src, 1, {-1, 0.5F, 0.25F, 100});
    write_row<float>(bench.src, 2, {100, 100, 100, 100});
    ASSERT_EQ(bench.reduce("TROWSUM", target), ASSAY_DONE) << bench.message;
    EXPECT_EQ(at<float>(bench.dst, 0), 6.0F);
    EXPECT_EQ(at<float>(bench.dst, 8), -0.25F);
    EXPECT_EQ(at<std::uint32_t>(bench.dst, 1), untouched);
    EXPECT_EQ(at<std::uint32_t>(bench.dst, 16), untouched);
  }
}

TEST(RowSum, WrapsIntegersOnTheA5) {
  RowBench bench(ASSAY_I16, 2, 1, 3);
  write_row<std::int16_t>(bench.src, 0, {32767, 1, -3});
  ASSERT_EQ(bench.reduce("TROWSUM"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::int16_t>(bench.dst, 0), 32765);
}

TEST(RowSum, RoundsHalvesAtEveryStep) {
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    RowBench bench(ASSAY_F16, 2, 1, 3);
    write_row<std::uint16_t>(bench.src, 0, {half_2048, half_one, half_one});
    ASSERT_EQ(bench.reduce("TROWSUM", target), ASSAY_DONE) << bench.message;
    EXPECT_EQ(at<std::uint16_t>(bench.dst, 0), half_2048) << target;
  }
}

TEST(RowProduct, WrapsLikeTheElementType) {
  RowBench bench(ASSAY_I32, 4, 1, 2);
  write_row<std::int32_t>(bench.src, 0, {65537, 65537});
  ASSERT_EQ(bench.reduce("TROWPROD"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::int32_t>(bench.dst, 0), 131073);
}

TEST(RowExtremes, OrderBytesByTheirSign) {
  for (const auto& [element, greatest, smallest] :
       {std::tuple{ASSAY_U8, 0xFF, 0x01}, std::tuple{ASSAY_I8, 0x7F, 0x80}}) {
    for (const auto& [op, found] :
         {std::pair{"TROWMAX", greatest}, std::pair{"TROWMIN", smallest}}) {
      RowBench bench(element, 1, 1, 4);
      write_row<std::uint8_t>(bench.src, 0, {0x01, 0x80, 0x7F, 0xFF});
      ASSERT_EQ(bench.reduce(op), ASSAY_DONE) << bench.message;
      EXPECT_EQ(at<std::uint8_t>(bench.dst, 0), found) << op;
    }
  }
}

TEST(RowReductions, RefuseWhatTheDeviceHeadersRefuse) {
  RowBench bench(ASSAY_F32, 4, 2, 3);
  bench.dst.valid_rows = 1;
  EXPECT_EQ(bench.reduce("TROWSUM", "a2a3"), ASSAY_REJECTED);
  EXPECT_EQ(bench.reduce("TROWMAX", "a5"), ASSAY_REJECTED);
  RowBench empty(ASSAY_F32, 4, 0, 3);
  EXPECT_EQ(empty.reduce("TROWSUM", "a5"), ASSAY_REJECTED);
  RowBench bytes(ASSAY_U8, 1, 1, 3);
  EXPECT_EQ(bytes.reduce("TROWSUM", "a2a3"), ASSAY_REJECTED);
  EXPECT_EQ(at<std::uint32_t>(bench.dst, 0), untouched);
}

// 2048 + 1 is a tie in half and stays 2048; 1 + 1 first makes it 2050.
TEST(ColumnSum, FoldsRowsInOrderOnA2a3AndInPairsBehindTheFirstOnTheA5) {
  for (const auto& [target, sum] : {std::pair{"a2a3", half_2048}, std::pair{"a5", half_2050}}) {
    ColumnBench bench;
    for (const std::int64_t row : {0, 1, 2}) {
      write_row<std::uint16_t>(bench.src, row, {row == 0 ? half_2048 : half_one, half_one});
    }
    ASSERT_EQ(bench.run(*make(), "TCOLSUM", "plain", target), ASSAY_DONE) << bench.message;
    EXPECT_EQ(at<std::uint16_t>(bench.dst, 0), sum) << target;
    EXPECT_EQ(at<std::uint16_t>(bench.dst, 1), 0x4200);  // 3
    EXPECT_EQ(at<std::uint16_t>(bench.dst, 2), 0xA5A5);
  }
}

TEST(ColumnSum, AddsNeighboursFirstWhereAskedForABinaryTree) {
  ColumnBench bench;
  bench.tile(ASSAY_F16, 2, 4, 16, 4, 16);
  bench.attributes.push_back({"isBinary", "true"});
  for (const std::int64_t row : {0, 1, 2}) {
    write_row<std::uint16_t>(bench.src, row, {row == 0 ? half_2048 : half_one, half_one});
  }
  // (2048 + 1) = 2048, and the odd one joins it: 2048 again.
  ASSERT_EQ(bench.run(*make(), "TCOLSUM", "tmp", "a5"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(at<std::uint16_t>(bench.dst, 0), half_2048);
}

TEST(ColumnExtremes, StayInsideTheValidRows) {
  constexpr std::uint16_t three = 0x4200, minus_one = 0xBC00, largest = 0x7BFF, lowest = 0xFBFF;
  for (const auto& [op, found, beyond] :
       {std::tuple{"TCOLMAX", three, largest}, std::tuple{"TCOLMIN", minus_one, lowest}}) {
    ColumnBench bench;
    write_row<std::uint16_t>(bench.src, 0, {half_one, half_one});
    write_row<std::uint16_t>(bench.src, 1, {minus_one, half_one});
    write_row<std::uint16_t>(bench.src, 2, {three, half_one});
    write_row<std::uint16_t>(bench.src, 3, {beyond, beyond});
    ASSERT_EQ(bench.run(*make(), op, "plain", "a5"), ASSAY_DONE) << bench.message;
    EXPECT_EQ(at<std::uint16_t>(bench.dst, 0), found) << op;
  }
}

TEST(RowSearch, NamesTheLowestColumnOfEqualsAndItsValue) {
  for (const auto& [op, column, value] :
       {std::tuple{"TROWARGMAX", 1U, 5.0F}, std::tuple{"TROWARGMIN", 0U, -2.0F}}) {
    Bench bench;
    const auto& found = bench.tile(ASSAY_F32, 4, 4, 8, 1, 1);
    const auto& index = bench.tile(ASSAY_U32, 4, 4, 8, 1, 1);
    const auto& src = bench.tile(ASSAY_F32, 4, 4, 8, 1, 4);
    bench.tile(ASSAY_F32, 4, 4, 8, 4, 8);
    write_row<float>(src, 0, {-2, 5, 5, -2, 9});
    ASSERT_EQ(bench.run(*make(), op, "value_index", "a5"), ASSAY_DONE) << bench.message;
    EXPECT_EQ(at<float>(found, 0), value) << op;
    EXPECT_EQ(at<std::uint32_t>(index, 0), column) << op;
  }
}

TEST(PairSums, StandBeforeZeros) {
  Bench bench;
  const auto& dst = bench.tile(ASSAY_F32, 4, 2, 8, 2, 5);
  const auto& src = bench.tile(ASSAY_F32, 4, 2, 16, 2, 5);
  write_row<float>(src, 0, {1, 2, 3, 5, -0.0F, 9});
  write_row<float>(src, 1, {8, -8, 0.5F, 0.25F, 7, 9});
  ASSERT_EQ(bench.run(*make(), "TPAIRREDUCESUM", "plain", "a2a3"), ASSAY_DONE) << bench.message;
  const float sums[2][5] = {{3, 8, 0, 0, 0}, {0, 0.75F, 7, 0, 0}};
  for (int row = 0; row < 2; ++row) {
    for (int col = 0; col < 5; ++col) EXPECT_EQ(at<float>(dst, 8 * row + col), sums[row][col]);
    EXPECT_EQ(at<std::uint32_t>(dst, 8 * row + 5), 0xA5A5A5A5U);
  }
  EXPECT_EQ(at<std::uint32_t>(dst, 2), 0U);
}

}  // namespace
}  // namespace assay::simulator
