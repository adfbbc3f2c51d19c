// SPDX-License-Identifier: Apache-2.0
// Laws of the wrong elements that a record keeps.
#include "reference/judge/records/wrong_tiles.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "reference/judge/judge.hpp"
#include "reference/judge/sample_case_test.hpp"

namespace assay {
namespace {

using sample::next_one;
using sample::one;
using Sample = sample::SampleCase;

using testing::ElementsAre;

std::vector<WrongTile> tiles_of(Sample& sample) {
  sample.verdict.kind = VerdictKind::deviates;
  return wrong_tiles(sample.test, std::vector<Trial>{sample.trial},
                     std::vector<Expected>{sample.expected}, sample.verdict);
}

TEST(WrongTiles, HoldWhereAndWhatTheWrongElementsAre) {
  Sample sample(4, 8, 3, 5);
  sample.trial.after[0].set(2 * 8 + 3, 0x3c02);
  const std::vector<WrongTile> tiles = tiles_of(sample);
  ASSERT_EQ(tiles.size(), 1U);
  const WrongTile& tile = tiles[0];
  EXPECT_EQ(tile.operand, "dst");
  EXPECT_EQ(tile.element, ElementType::f16);
  EXPECT_EQ(std::tuple(tile.rows, tile.cols, tile.valid_rows, tile.valid_cols),
            std::tuple(4, 8, 3, 5));
  EXPECT_EQ(tile.wrong, 1);
  EXPECT_THAT(tile.runs, ElementsAre(19, 1));
  // Two steps above 1.0 are two ulp.
  EXPECT_EQ(tile.distances, "c");
  ASSERT_EQ(tile.elements.size(), 1U);
  EXPECT_EQ(tile.elements[0].index, 19);
  EXPECT_EQ(tile.elements[0].expected, one);
  EXPECT_EQ(tile.elements[0].got, 0x3c02U);
  EXPECT_EQ(tile.elements[0].ulp, 2.0);
}

TEST(WrongTiles, JoinNeighboursToRuns) {
  Sample sample(2, 8, 2, 8);
  for (const std::int64_t index : {1, 2, 3, 9, 15}) sample.trial.after[0].set(index, next_one);
  const std::vector<WrongTile> tiles = tiles_of(sample);
  ASSERT_EQ(tiles.size(), 1U);
  EXPECT_THAT(tiles[0].runs, ElementsAre(1, 3, 9, 1, 15, 1));
  EXPECT_EQ(tiles[0].distances, "bbbbb");
}

TEST(WrongTiles, KeepTheFirstElementsAndTheFarthest) {
  Sample sample(16, 16, 16, 16);
  for (std::int64_t index = 0; index < 256; ++index) sample.trial.after[0].set(index, next_one);
  sample.trial.after[0].set(200, 0x3c40);
  const std::vector<WrongTile> tiles = tiles_of(sample);
  ASSERT_EQ(tiles.size(), 1U);
  EXPECT_EQ(tiles[0].wrong, 256);
  ASSERT_EQ(tiles[0].elements.size(), 32U);
  EXPECT_EQ(tiles[0].elements.front().index, 0);
  EXPECT_EQ(tiles[0].elements.back().index, 200);
  EXPECT_EQ(tiles[0].elements.back().ulp, 64.0);
}

TEST(WrongTiles, AreNoneForACaseThatIsNotAboutElements) {
  Sample sample(4, 8, 3, 5);
  EXPECT_TRUE(tiles_of(sample).empty());
  sample.trial.after[0].set(0, next_one);
  sample.verdict.kind = VerdictKind::crashed;
  EXPECT_TRUE(wrong_tiles(sample.test, std::vector<Trial>{sample.trial},
                          std::vector<Expected>{sample.expected}, sample.verdict)
                  .empty());
}

struct Printed {
  Trial trial;
  std::vector<Expected> expected;
  std::optional<WrongText> wrong() const {
    const std::vector<Trial> trials{trial};
    return wrong_text(trials, expected,
                      compare_text(std::get<ExpectedText>(expected[0]), trial.text));
  }
};

Printed printed(std::vector<std::string> readings, std::string got) {
  ExpectedText text;
  for (std::string& reading : readings) text.readings.push_back({std::move(reading), 8});
  Printed made;
  made.trial.text = std::move(got);
  made.expected.emplace_back(std::move(text));
  return made;
}

TEST(WrongText, HoldsBothTextsOfACaseThatPrintsSomethingElse) {
  const auto wrong =
      printed({"Header\n  1.0000\n  2.0000\n"}, "Other\n  1.0000\n  3.0000\n").wrong();
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->expected, "Header\n  1.0000\n  2.0000\n");
  EXPECT_EQ(wrong->got, "Other\n  1.0000\n  3.0000\n");
  EXPECT_EQ(wrong->width, 8);
}

TEST(WrongText, IsNoneWhereOnlyTheHeaderDiffers) {
  EXPECT_FALSE(printed({"Header\n  1.0000\n"}, "Other\n  1.0000\n").wrong());
}

TEST(WrongText, TakesTheNearestReading) {
  const auto wrong =
      printed({"       7\n       8\n", "       1\n       2\n"}, "       1\n       3\n").wrong();
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->expected, "       1\n       2\n");
}

TEST(WrongText, IsCutAroundTheFirstLineThatDiffers) {
  std::string expected = "Header of one\n";
  std::string got = "Header\nof two\n";
  for (int line = 0; line < 1000; ++line) {
    expected += fmt::format("{:8}\n", line);
    got += fmt::format("{:8}\n", line == 700 ? 7 : line);
  }
  const auto wrong = printed({expected}, got).wrong();
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->expected.substr(0, 9), "     692\n");
  EXPECT_EQ(wrong->got.substr(0, 9), "     692\n");
  EXPECT_EQ(wrong->got.substr(72, 9), "       7\n");
  EXPECT_LT(wrong->got.size(), 4001U);
}

TEST(WrongText, EscapesBytesThatAreNoText) {
  const auto wrong = printed({"       1\n"}, "       2\n\x02\n").wrong();
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->got, "       2\n\\x02\n");
}

TEST(WrongTiles, LetterDistancesByPowersOfTwo) {
  EXPECT_EQ(distance_letter(std::nullopt), '?');
  EXPECT_EQ(distance_letter(0.5), 'a');
  EXPECT_EQ(distance_letter(1.0), 'b');
  EXPECT_EQ(distance_letter(1.99), 'b');
  EXPECT_EQ(distance_letter(2.0), 'c');
  EXPECT_EQ(distance_letter(16777216.0), 'z');
  EXPECT_EQ(distance_letter(std::numeric_limits<double>::infinity()), 'z');
}

}  // namespace
}  // namespace assay
