// SPDX-License-Identifier: Apache-2.0
// Values spread over rows and columns; expected values are worked out by hand.
#include <gtest/gtest.h>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

constexpr std::uint32_t untouched = 0xA5A5A5A5U;

/// The value of element i in 8 columns: `step` times its row and its column.
float value(std::int64_t i, std::int64_t step) {
  const std::int64_t row = i / 8;
  return static_cast<float>(step * row + i % 8);
}
/// 1 for the first row, 2 for the second.
float row_value(std::int64_t i) {
  const std::int64_t row = i / 8;
  return static_cast<float>(row + 1);
}

/// dst of 3 x 2 valid floats in 8 x 8; sources are added by the tests.
struct Wide : Bench {
  assay_operand& dst = tile(ASSAY_F32, 4, 8, 8, 3, 2);

  /// A source like dst, element (row, col) holding 10 * row + col.
  assay_operand& full() {
    assay_operand& made = tile(ASSAY_F32, 4, 8, 8, 3, 2);
    for (std::int64_t i = 0; i < 64; ++i) at<float>(made, i) = value(i, 10);
    return made;
  }
  /// A source like dst, whose rows hold 1, 2, 3, ...
  assay_operand& full_from_one() {
    assay_operand& made = tile(ASSAY_F32, 4, 8, 8, 3, 1);
    for (std::int64_t i = 0; i < 64; ++i) at<float>(made, i) = row_value(i);
    return made;
  }
  /// One value per row: 1, 2, 3, ...
  assay_operand& column() {
    assay_operand& made = tile(ASSAY_F32, 4, 8, 1, 3, 1);
    made.block_layout = ASSAY_COL_MAJOR;
    for (std::int64_t i = 0; i < 8; ++i) at<float>(made, i) = static_cast<float>(i + 1);
    return made;
  }
  /// A block of eight values per row: 100 * row + col.
  assay_operand& blocks() {
    assay_operand& made = tile(ASSAY_F32, 4, 8, 8, 3, 8);
    for (std::int64_t i = 0; i < 64; ++i) {
      at<float>(made, i) = value(i, 100);
    }
    return made;
  }
  /// One value per column: 2, 4, 6, ...
  assay_operand& row() {
    assay_operand& made = tile(ASSAY_F32, 4, 1, 8, 1, 2);
    for (std::int64_t i = 0; i < 8; ++i) at<float>(made, i) = static_cast<float>(2 * i + 2);
    return made;
  }
  float got(std::int64_t row, std::int64_t col) { return at<float>(dst, row * 8 + col); }
};

TEST(RowExpand, CopiesTheValueOfEachRowAlongIt) {
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    Wide bench;
    bench.full_from_one();
    ASSERT_EQ(bench.run(*make(), "TROWEXPAND", "plain", target), ASSAY_DONE) << bench.message;
    EXPECT_EQ(bench.got(0, 0), 1);
    EXPECT_EQ(bench.got(0, 1), 1);
    EXPECT_EQ(bench.got(2, 1), 3);
    EXPECT_EQ(at<std::uint32_t>(bench.dst, 2), untouched);
    EXPECT_EQ(at<std::uint32_t>(bench.dst, 24), untouched);
  }
}

TEST(ColumnExpand, CopiesTheFirstRowDownwards) {
  Wide bench;
  bench.row();
  ASSERT_EQ(bench.run(*make(), "TCOLEXPAND", "plain", "a5"), ASSAY_DONE) << bench.message;
  for (const std::int64_t row : {0, 1, 2}) {
    EXPECT_EQ(bench.got(row, 0), 2);
    EXPECT_EQ(bench.got(row, 1), 4);
  }
  EXPECT_EQ(at<std::uint32_t>(bench.dst, 24), untouched);
}

TEST(RowExpandDifference, TakesItsOperandsInTheOrderOfTheForm) {
  for (const auto& [form, sign] : {std::pair{"plain", 1.0F}, std::pair{"swapped", -1.0F}}) {
    Wide bench;
    if (sign > 0) bench.full();
    bench.column();
    if (sign < 0) bench.full();
    ASSERT_EQ(bench.run(*make(), "TROWEXPANDSUB", form, "a5"), ASSAY_DONE) << bench.message;
    EXPECT_EQ(bench.got(0, 0), sign * -1);  // 0 - 1
    EXPECT_EQ(bench.got(1, 1), sign * 9);   // 11 - 2
    EXPECT_EQ(bench.got(2, 0), sign * 17);  // 20 - 3
  }
}

TEST(RowExpandSum, MeetsABlockPerRowLaneByLane) {
  Wide bench;
  bench.full();
  bench.blocks();
  ASSERT_EQ(bench.run(*make(), "TROWEXPANDADD", "plain", "a2a3"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(bench.got(0, 1), 2);    // 1 + 1
  EXPECT_EQ(bench.got(2, 1), 222);  // 21 + 201
}

TEST(ColumnExpandProduct, MultipliesByTheValueOfTheColumn) {
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    Wide bench;
    bench.full();
    bench.row();
    ASSERT_EQ(bench.run(*make(), "TCOLEXPANDMUL", "plain", target), ASSAY_DONE) << bench.message;
    EXPECT_EQ(bench.got(1, 0), 20);  // 10 * 2
    EXPECT_EQ(bench.got(2, 1), 84);  // 21 * 4
    EXPECT_EQ(at<std::uint32_t>(bench.dst, 2), untouched);
  }
}

TEST(RowExpandExponential, IsOneWhereBothAreEqual) {
  Wide bench;
  auto& full = bench.full();
  for (std::int64_t i = 0; i < 64; ++i) at<float>(full, i) = row_value(i);
  at<float>(full, 1) = -__builtin_inff();
  bench.column();
  ASSERT_EQ(bench.run(*make(), "TROWEXPANDEXPDIF", "plain", "a5"), ASSAY_DONE) << bench.message;
  EXPECT_EQ(bench.got(0, 0), 1);
  EXPECT_EQ(bench.got(0, 1), 0);
  EXPECT_EQ(bench.got(2, 1), 1);
}

TEST(RowExpandOps, RefuseASpreadOperandThatIsNeitherColumnNorBlock) {
  Wide bench;
  bench.full();
  bench.blocks().valid_cols = 7;
  EXPECT_EQ(bench.run(*make(), "TROWEXPANDADD", "plain", "a5"), ASSAY_REJECTED);
  Wide other;
  other.full();
  other.column().valid_rows = 2;
  EXPECT_EQ(other.run(*make(), "TROWEXPANDMAX", "plain", "a2a3"), ASSAY_REJECTED);
  EXPECT_EQ(at<std::uint32_t>(other.dst, 0), untouched);
}

}  // namespace
}  // namespace assay::simulator
