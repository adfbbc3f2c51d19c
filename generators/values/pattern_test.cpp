// SPDX-License-Identifier: Apache-2.0
// Laws of patterns and of whole runs of elements.
#include "generators/values/pattern.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>

#include "generators/values/plans.hpp"
#include "generators/values/words.hpp"

namespace assay::generators {
namespace {

TEST(Words, OfManyElementsAreThoseOfEach) {
  for (const std::size_t count : {1U, 7U, 8U, 33U, 300U}) {
    std::vector<std::uint64_t> words(count);
    const Counter first{9, 2, 12345};
    random_words(first, 3, words);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(words[i], Counter(9, 2, 12345 + i).word(3)) << count << " words, word " << i;
    }
  }
}

TEST(Words, NeverMeetAmongNeighbours) {
  std::set<std::uint64_t> seen;
  std::size_t drawn = 0;
  for (std::uint64_t operand = 0; operand < 3; ++operand) {
    for (std::uint64_t index = 0; index < 500; ++index) {
      for (std::uint64_t n = 0; n < Counter::words_per_element; ++n, ++drawn) {
        seen.insert(Counter(7, operand, index).word(n));
      }
    }
  }
  EXPECT_EQ(seen.size(), drawn);
}

TEST(Ranges, HoldEveryNumberOnceAndNoOther) {
  for (const int most_free : {0, 1, 3, 64}) {
    for (std::uint64_t first = 0; first < 40; ++first) {
      for (std::uint64_t last = first; last < 70; ++last) {
        std::map<std::uint64_t, int> times;
        for (const Pattern& pattern : ranges(first, last, most_free)) {
          ASSERT_EQ(pattern.fixed & pattern.free, 0U);
          for (std::uint64_t random = 0; random <= pattern.free; ++random) {
            ++times[pattern.with(random)];
          }
        }
        ASSERT_EQ(times.size(), last - first + 1);
        ASSERT_EQ(times.begin()->first, first);
        ASSERT_EQ(times.rbegin()->first, last);
        for (const auto& [number, count] : times) ASSERT_EQ(count, 1) << number;
      }
    }
  }
}

TEST(Ranges, ReachTheEndOfSixtyFourBits) {
  const std::vector<Pattern> all = ranges(0, ~std::uint64_t{0});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[1].with(~std::uint64_t{0}), ~std::uint64_t{0});
}

TEST(PatternTable, GivesEveryShareItsPartAndEveryPatternSome) {
  const PatternTable table({{1, {{1, 0}}}, {3, {{2, 0}, {3, 0}, {0x40, 0x0f}}}}, 8);
  std::map<std::uint64_t, int> times;
  for (std::uint64_t i = 0; i < 40000; ++i) ++times[table.value(Counter(5, 0, i)) & ~0x0fULL];
  for (std::uint64_t i = 0; i < 40000; ++i) ++times[table.value(Counter(5, 0, i))];
  EXPECT_NEAR(times[1], 10000, 400);
  EXPECT_NEAR(times[2], 10000, 400);
  EXPECT_NEAR(times[3], 10000, 400);
  EXPECT_EQ(times.lower_bound(0x50), times.end());
  for (std::uint64_t bits = 0x41; bits < 0x50; ++bits) EXPECT_GT(times[bits], 400) << bits;
}

TEST(PatternTable, RefusesAShareThatCannotShowAllItsPatterns) {
  const Mixture mixture{{1, ranges(0, 99, 0)}, {100, {{0, 0xff}}}};
  EXPECT_THROW(PatternTable(mixture, 8), std::logic_error);
}

TEST(PatternTable, FillsEverySingleBitOfSixtyFour) {
  const PatternTable table({{1, {{0, ~std::uint64_t{0}}}}}, 64);
  std::uint64_t ever = 0;
  std::uint64_t always = ~std::uint64_t{0};
  for (std::uint64_t i = 0; i < 200; ++i) {
    ever |= table.value(Counter(5, 0, i));
    always &= table.value(Counter(5, 0, i));
  }
  EXPECT_EQ(ever, ~std::uint64_t{0});
  EXPECT_EQ(always, 0U);
}

TEST(Alternation, GoesByTheParityOfTheIndexWhereverARunStarts) {
  const std::array<Pattern, 2> patterns{Pattern{0x10, 0x0f}, Pattern{0x20, 0x0f}};
  for (const std::uint64_t first : {0U, 1U, 6U}) {
    ElementArray out(ElementType::u8, 1000);
    fill_alternating(patterns, Counter(3, 0, first), 900, out);
    for (std::uint64_t i = first; i < first + 900; ++i) {
      ASSERT_EQ(out[static_cast<std::int64_t>(i)], patterns[i % 2].with(Counter(3, 0, i).word(0)));
    }
  }
}

TEST(Plans, GiveRunsTheElementsThatTheyGiveOneByOne) {
  for (const ValuePlan& plan : value_plans()) {
    for (const ElementFormat& format : all_formats()) {
      const PlannedValues values(plan, format);
      ElementArray out(format.type, 700);
      values.fill(Counter(11, 1, 3), 601, out);
      for (std::int64_t i = 0; i < out.size(); ++i) {
        const bool inside = i >= 3 && i < 604;
        const Counter counter(11, 1, static_cast<std::uint64_t>(i));
        ASSERT_EQ(out[i], inside ? plan.value(format, counter) : 0)
            << plan.name << " " << format.name << " element " << i;
      }
    }
  }
}

}  // namespace
}  // namespace assay::generators
