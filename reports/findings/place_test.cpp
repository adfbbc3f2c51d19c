// SPDX-License-Identifier: Apache-2.0
// Laws of the places and exponents that the wrong elements of a finding share.
#include "reports/findings/place.hpp"

#include <gtest/gtest.h>

#include "reports/words/fixtures_test.hpp"

namespace assay::reports {
namespace {

using Wrong = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// A case whose f32 output of 16 x 128 elements is wrong at these rows and columns.
CaseRecord wrong_at(std::int64_t valid_rows, std::int64_t valid_cols, const Wrong& places) {
  CaseRecord record = record_with(VerdictKind::deviates, Deviation::value);
  WrongTile tile;
  tile.element = ElementType::f32;
  tile.rows = 16;
  tile.cols = 128;
  tile.valid_rows = valid_rows;
  tile.valid_cols = valid_cols;
  tile.wrong = static_cast<std::int64_t>(places.size());
  for (const auto& [row, col] : places) {
    tile.runs.push_back(row * tile.cols + col);
    tile.runs.push_back(1);
  }
  record.tiles = {tile};
  return record;
}

std::string place_of(const std::vector<CaseRecord>& records) {
  std::vector<WrongBrief> failing;
  failing.reserve(records.size());
  for (const CaseRecord& record : records) failing.push_back(brief_of(record));
  return shared_place(failing);
}

TEST(FindingPlace, IsTheLastRowWhereAllWrongElementsStandThere) {
  EXPECT_EQ(place_of({wrong_at(3, 4, {{2, 0}, {2, 3}}), wrong_at(7, 9, {{6, 5}})}),
            "the last valid row");
  EXPECT_EQ(place_of({wrong_at(3, 4, {{2, 0}, {1, 3}}), wrong_at(7, 9, {{6, 5}})}), "");
}

TEST(FindingPlace, IsTheLastColumnWhereAllWrongElementsStandThere) {
  EXPECT_EQ(place_of({wrong_at(3, 4, {{0, 3}, {1, 3}}), wrong_at(7, 9, {{2, 8}})}),
            "the last valid column");
}

TEST(FindingPlace, IsTheTailOfABlockOrOfARepeat) {
  // Eight f32 are 32 bytes, 64 are 256.
  EXPECT_EQ(place_of({wrong_at(2, 37, {{0, 32}, {1, 36}}), wrong_at(2, 21, {{0, 17}, {1, 20}})}),
            "the columns beyond the last whole 32 bytes of a row");
  EXPECT_EQ(place_of({wrong_at(2, 37, {{0, 31}, {1, 36}}), wrong_at(2, 21, {{0, 17}, {1, 20}})}),
            "");
  EXPECT_EQ(place_of({wrong_at(2, 90, {{0, 64}, {1, 89}}), wrong_at(2, 77, {{0, 65}, {1, 76}})}),
            "the columns beyond the last whole 256 bytes of a row");
}

TEST(FindingPlace, IsNotToldByCasesWithoutAnythingElseOrByOneCase) {
  EXPECT_EQ(place_of({wrong_at(1, 4, {{0, 0}, {0, 3}}), wrong_at(1, 9, {{0, 5}})}), "");
  EXPECT_EQ(place_of({wrong_at(3, 4, {{2, 0}, {2, 3}})}), "");
  EXPECT_EQ(place_of({}), "");
}

TEST(FindingPlace, IsNotToldByACaseThatListsAPartOfItsElements) {
  CaseRecord cut = wrong_at(7, 9, {{6, 5}});
  cut.tiles.front().wrong = 400;
  EXPECT_EQ(place_of({cut, cut}), "");
  EXPECT_EQ(place_of({wrong_at(3, 4, {{2, 0}}), cut, cut}), "");
}

TEST(FindingPlace, IsNeverOutsideTheValidRegion) {
  EXPECT_EQ(place_of({wrong_at(3, 4, {{3, 0}}), wrong_at(7, 9, {{7, 5}})}), "");
}

CaseRecord expecting(ElementType type, const std::vector<std::uint64_t>& values) {
  CaseRecord record = wrong_at(3, 4, {{0, 0}});
  record.tiles.front().element = type;
  for (const std::uint64_t value : values) {
    record.tiles.front().elements.push_back({.index = 0, .expected = value});
  }
  return record;
}

std::string range_of(const std::vector<CaseRecord>& records) {
  std::vector<WrongBrief> failing;
  failing.reserve(records.size());
  for (const CaseRecord& record : records) failing.push_back(brief_of(record));
  return shared_range(failing);
}

std::string start_of(const std::vector<CaseRecord>& records) {
  std::vector<WrongTile> tiles;
  for (const CaseRecord& record : records) tiles.push_back(record.tiles.front());
  return shared_start(tiles);
}

TEST(FindingStart, IsTheFirstWrongRowOrColumnOfTilesOfSeveralSizes) {
  EXPECT_EQ(start_of({wrong_at(9, 4, {{7, 1}, {8, 2}}), wrong_at(8, 4, {{7, 0}}),
                      wrong_at(12, 4, {{7, 3}, {11, 0}})}),
            "the rows from 7 on");
  EXPECT_EQ(start_of({wrong_at(4, 9, {{1, 7}, {2, 8}}), wrong_at(4, 8, {{0, 7}}),
                      wrong_at(4, 12, {{0, 7}, {3, 11}})}),
            "the columns from 7 on");
}

TEST(FindingStart, IsNotToldByTilesOfOneSizeOrThatBeginElsewhere) {
  EXPECT_EQ(
      start_of({wrong_at(9, 4, {{7, 1}}), wrong_at(9, 4, {{7, 0}}), wrong_at(9, 4, {{7, 3}})}), "");
  EXPECT_EQ(
      start_of({wrong_at(9, 4, {{7, 1}}), wrong_at(8, 4, {{6, 0}}), wrong_at(7, 4, {{5, 3}})}), "");
  EXPECT_EQ(start_of({}), "");
}

TEST(FindingRange, IsThatOfTheExpectedValues) {
  // 1.5 and -8.
  EXPECT_EQ(range_of({expecting(ElementType::f32, {0x3fc00000}),
                      expecting(ElementType::f32, {0xc1000000})}),
            "+-[1, 16)");
  EXPECT_EQ(range_of({expecting(ElementType::f16, {0x7bff, 0x7800})}), "+-[32768, 65536)");
  EXPECT_EQ(range_of({expecting(ElementType::f32, {0x71800000})}), "+-[2^100, 2^101)");
}

TEST(FindingRange, IsNotToldIfItIsWideOfOtherFormatsOrOfNaN) {
  EXPECT_EQ(range_of({expecting(ElementType::f32, {0x00800000, 0x71800000})}), "");
  EXPECT_EQ(range_of({expecting(ElementType::i32, {1, 2})}), "");
  EXPECT_EQ(range_of({expecting(ElementType::f32, {0x7fc00000})}), "");
  EXPECT_EQ(
      range_of({expecting(ElementType::f32, {0x3fc00000}), expecting(ElementType::f16, {0x3c00})}),
      "");
  EXPECT_EQ(range_of({}), "");
}

}  // namespace
}  // namespace assay::reports
