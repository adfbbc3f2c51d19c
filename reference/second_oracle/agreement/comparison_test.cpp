// SPDX-License-Identifier: Apache-2.0
// The comparison of the oracles, with oracles that are known to disagree; and the samples.
#include <algorithm>
#include <set>
#include <stdexcept>

#include "reference/second_oracle/agreement/agreement_test.hpp"

namespace assay::agreement {
namespace {

using enum ElementType;

const Question question{Function::add, u32, u16};

/// The lower half of the first argument; 0xBAD in one mode where the first argument is one of two.
Columns lower_half(const Question& asked, const Columns& arguments) {
  Columns results(asked.modes.size(), ElementArray(asked.to, arguments[0].size()));
  for (ElementArray& column : results) {
    for (std::int64_t i = 0; i < column.size(); ++i) column.set(i, arguments[0][i] & 0xFFFF);
  }
  return results;
}

Columns wrong_twice(const Question& asked, const Columns& arguments) {
  Columns results = lower_half(asked, arguments);
  for (std::int64_t i = 0; i < arguments[0].size(); ++i) {
    if (arguments[0][i] == 70001 || arguments[0][i] == 140002) results[4].set(i, 0xBAD);
  }
  return results;
}

Arguments count_up(std::int64_t index) { return {static_cast<std::uint64_t>(index), 7}; }

TEST(Comparison, FindsTheFirstDisagreementWithAnyNumberOfThreads) {
  for (const int threads : {1, 2, 5}) {
    const Manner manner{.threads = threads, .first = lower_half, .second = wrong_twice};
    const auto found = compare(question, {0, 200000}, count_up, manner);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->index, 70001);
    EXPECT_EQ(found->mode, RoundMode::toward_zero);
    EXPECT_EQ(describe(question, *found),
              "add u32 -> u16 toward_zero of 0x11171, 0x7: first 0x1171, second 0xbad");
  }
}

TEST(Comparison, LooksAtNothingOutsideTheRange) {
  const Manner manner{.threads = 2, .first = lower_half, .second = wrong_twice};
  EXPECT_FALSE(compare(question, {0, 70001}, count_up, manner));
  EXPECT_TRUE(compare(question, {70001, 70002}, count_up, manner));
  EXPECT_FALSE(compare(question, {70002, 140002}, count_up, manner));
}

TEST(Comparison, AsksForTheModesOfTheQuestion) {
  const Question other{Function::add, u32, u16, {RoundMode::odd}};
  const auto odd_is_wrong = [](const Question& asked, const Columns& arguments) {
    Columns results = lower_half(asked, arguments);
    if (asked.modes == std::vector{RoundMode::odd}) results[0].set(0, 1);
    return results;
  };
  const auto found =
      compare(other, {0, 10}, count_up, {.first = lower_half, .second = odd_is_wrong});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->mode, RoundMode::odd);
}

TEST(Comparison, TellsHowFarItIs) {
  std::vector<Position> positions;
  const Manner manner{
      .threads = 3, .first = lower_half, .second = lower_half, .done = [&](const Position& it) {
        positions.push_back(it);
      }};
  EXPECT_FALSE(compare(question, {1000, 201000}, count_up, manner));
  const auto earlier = [](const Position& a, const Position& b) {
    return a.compared < b.compared && a.all_below <= b.all_below;
  };
  EXPECT_TRUE(std::ranges::is_sorted(positions, earlier));
  for (const Position& it : positions) EXPECT_LE(it.all_below - 1000, it.compared);
  EXPECT_EQ(positions.back().compared, 200000);
  EXPECT_EQ(positions.back().all_below, 201000);
}

TEST(Comparison, PassesOnWhatAnOracleThrows) {
  const Oracle broken = [](const Question&, const Columns&) -> Columns {
    throw std::runtime_error("out of order");
  };
  EXPECT_THROW(compare(question, {0, 100000}, count_up, {.threads = 2, .second = broken}),
               std::runtime_error);
}

// Both real oracles are used unless options say otherwise; the first has a result to disagree
// with.
TEST(Comparison, AsksTheOraclesThemselves) {
  const Question sum{Function::add, u16, u16};
  EXPECT_FALSE(compare(sum, {0, 1000}, count_up));
  EXPECT_TRUE(compare(sum, {0, 1000}, count_up, {.second = lower_half}));
  EXPECT_TRUE(compare(sum, {0, 1000}, count_up, {.first = lower_half}));
  EXPECT_FALSE(compare(sum, {0, 1000}, count_up, {.first = by_enclosures}));
  EXPECT_FALSE(compare(sum, {0, 1000}, count_up, {.first = by_rounding_to_odd}));
}

TEST(StratifiedF32, MeetsEverySignExponentAndIntervalOfSignificands) {
  for (std::uint64_t stratum = 0; stratum < 512; stratum += 73) {
    std::set<std::uint64_t> intervals;
    std::set<std::uint64_t> fractions;
    for (std::uint64_t j = 0; j < 0x8000; ++j) {
      const std::uint64_t bits = stratified_f32(static_cast<std::int64_t>(stratum << 15 | j));
      ASSERT_EQ(bits >> 23, stratum);
      intervals.insert(bits >> 9 & 0x3FFF);
      fractions.insert(bits & 0x7FFFFF);
    }
    EXPECT_EQ(intervals.size(), 0x4000U);
    EXPECT_GT(fractions.size(), 0x6000U);
    for (std::uint64_t i = 0; i < 0x1000; ++i) {
      ASSERT_TRUE(fractions.contains(i) && fractions.contains(0x7FFFFF - i));
    }
  }
}

TEST(EveryTriple, MeetsEveryTriple) {
  std::set<Arguments> triples;
  const Draw draw = every_triple(e2m1);
  for (std::int64_t index = 0; index < 4096; ++index) triples.insert(draw(index));
  EXPECT_EQ(triples.size(), 4096U);
  EXPECT_EQ(*triples.rbegin(), (Arguments{15, 15, 15}));
}

}  // namespace
}  // namespace assay::agreement
