// SPDX-License-Identifier: Apache-2.0
// Laws of features in little room: they are what they were.
#include "reports/findings/features.hpp"

#include <gtest/gtest.h>

#include "reports/findings/rule.hpp"

namespace assay::reports {
namespace {

CaseFeatures features(std::map<std::string, std::string> words,
                      std::map<std::string, std::int64_t> numbers) {
  return {std::move(words), std::move(numbers)};
}

TEST(FeaturePool, GivesBackWhatItWasGiven) {
  const std::vector<CaseFeatures> given{
      features({{"target", "a5"}, {"dtype", "f32"}}, {{"rows", 3}, {"target", 7}}),
      features({{"target", "a5"}}, {{"rows", 3}, {"cols", -1}}), features({}, {}),
      features({{"dtype", "a5"}, {"target", "cpu"}}, {{"target", 3}, {"rows", 7}})};
  FeaturePool pool;
  std::vector<PooledFeatures> pooled;
  pooled.reserve(given.size());
  for (const CaseFeatures& one : given) pooled.push_back(pool.add(one));
  for (std::size_t i = 0; i < given.size(); ++i) {
    EXPECT_EQ(pooled[i].unpooled().words, given[i].words);
    EXPECT_EQ(pooled[i].unpooled().numbers, given[i].numbers);
  }
}

TEST(FeaturePool, KeepsMoreDifferentValuesThanTwoBytesCanTell) {
  constexpr std::int64_t most = 70'000;
  FeaturePool pool;
  std::vector<PooledFeatures> pooled;
  for (std::int64_t i = 0; i < most; ++i) {
    pooled.push_back(pool.add(features({{"side", "inside"}}, {{"cols", -i}, {"rows", i % 7}})));
  }
  for (std::int64_t i = 0; i < most; ++i) {
    const PooledFeatures& one = pooled[static_cast<std::size_t>(i)];
    ASSERT_EQ(*one.number("cols"), -i);
    ASSERT_EQ(*one.number("rows"), i % 7);
    ASSERT_EQ(*one.word("side"), "inside");
  }
}

TEST(FeaturePool, TellsApartCasesThatHaveTheSameWordsUnderOtherKeys) {
  FeaturePool pool;
  const PooledFeatures one = pool.add(features({{"got", "zero"}, {"share", "one"}}, {}));
  const PooledFeatures same = pool.add(features({{"got", "zero"}, {"share", "one"}}, {}));
  const PooledFeatures other = pool.add(features({{"got", "one"}, {"share", "zero"}}, {}));
  const PooledFeatures third = pool.add(features({{"got", "zero"}, {"side", "one"}}, {}));
  EXPECT_EQ(one.unpooled().words, same.unpooled().words);
  EXPECT_EQ(*other.word("got"), "one");
  EXPECT_EQ(third.word("share"), nullptr);
  EXPECT_EQ(*third.word("side"), "one");
}

TEST(FeaturePool, KnowsNoFeatureThatACaseLacks) {
  FeaturePool pool;
  const PooledFeatures one = pool.add(features({{"target", "a5"}}, {{"rows", 3}}));
  const PooledFeatures other = pool.add(features({{"plan", "ties"}}, {{"cols", 3}}));
  EXPECT_EQ(one.word("plan"), nullptr);
  EXPECT_EQ(one.word("rows"), nullptr);
  EXPECT_EQ(other.number("rows"), nullptr);
  EXPECT_EQ(other.word("never seen"), nullptr);
  EXPECT_EQ(*other.number("cols"), 3);
}

TEST(FeaturePool, HasColumnsWithTheValueOfEachCase) {
  FeaturePool pool;
  const PooledFeatures one = pool.add(features({{"target", "a5"}}, {}));
  const PooledFeatures other = pool.add(features({{"plan", "ties"}}, {{"rows", 1}}));
  const PooledFeatures third = pool.add(features({{"target", "cpu"}, {"plan", "a5"}}, {}));
  const PooledList list{&one, &other, &third};
  EXPECT_EQ(FeaturePool::word_keys(list), (std::vector<std::string>{"plan", "target"}));
  EXPECT_EQ(FeaturePool::number_keys(list), std::vector<std::string>{"rows"});
  const FeatureColumn<std::string> targets = FeaturePool::word_column(list, "target");
  ASSERT_EQ(targets.places.size(), 3U);
  EXPECT_EQ(*targets.values[targets.places[0]], "a5");
  EXPECT_EQ(targets.places[1], Numbered<std::string>::none);
  EXPECT_EQ(*targets.values[targets.places[2]], "cpu");
}

/// Conditions of every kind hold of a pooled case where they hold of the case.
TEST(FeaturePool, ChangesNothingOfWhatARuleHoldsOf) {
  const std::vector<Condition> conditions{{Condition::Kind::among, "target", {"a5"}, 0, 1},
                                          {Condition::Kind::not_among, "target", {"a5"}, 0, 1},
                                          {Condition::Kind::above, "rows", {}, 3, 1},
                                          {Condition::Kind::at_most, "rows", {}, 3, 1},
                                          {Condition::Kind::remainder, "rows", {}, 1, 4},
                                          {Condition::Kind::no_remainder, "rows", {}, 1, 4}};
  FeaturePool pool;
  for (const char* target : {"a5", "cpu", ""}) {
    for (std::int64_t rows = -5; rows <= 5; ++rows) {
      CaseFeatures one;
      if (*target != '\0') one.words["target"] = target;
      if (rows != 0) one.numbers["rows"] = rows;
      const PooledFeatures pooled = pool.add(one);
      for (const Condition& condition : conditions) {
        EXPECT_EQ(condition.holds(pooled), condition.holds(one)) << condition.text();
      }
    }
  }
}

}  // namespace
}  // namespace assay::reports
