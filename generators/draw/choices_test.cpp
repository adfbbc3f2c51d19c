// SPDX-License-Identifier: Apache-2.0
// Laws of choices, hashes and bit patterns.
#include "generators/draw/choices.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/Gen.h>
#include <rapidcheck/Random.h>
#include <rapidcheck/gen/Numeric.h>

#include <limits>
#include <set>

#include "generators/values/bit_patterns.hpp"
#include "reference/support/hash.hpp"

namespace assay::generators {
namespace {

TEST(Choices, StayInTheClosedRangeAndReachBothEnds) {
  Choices draw(1);
  std::set<std::int64_t> seen;
  for (int i = 0; i < 200; ++i) seen.insert(draw.integer(-2, 3));
  EXPECT_EQ(seen, (std::set<std::int64_t>{-2, -1, 0, 1, 2, 3}));
}

TEST(Choices, CoverTheWholeOfInt64) {
  Choices draw(2);
  bool low = false;
  bool high = false;
  for (int i = 0; i < 64; ++i) {
    const std::int64_t value = draw.integer(std::numeric_limits<std::int64_t>::min(),
                                            std::numeric_limits<std::int64_t>::max());
    low = low || value < -(std::int64_t{1} << 62);
    high = high || value > (std::int64_t{1} << 62);
  }
  EXPECT_TRUE(low);
  EXPECT_TRUE(high);
}

TEST(Choices, AreAFunctionOfTheSeed) {
  Choices a(7);
  Choices b(7);
  Choices c(8);
  int equal = 0;
  for (int i = 0; i < 100; ++i) {
    const std::int64_t first = a.integer(0, 1'000'000);
    EXPECT_EQ(first, b.integer(0, 1'000'000));
    equal += first == c.integer(0, 1'000'000) ? 1 : 0;
  }
  EXPECT_LT(equal, 5);
}

TEST(Choices, AreThoseOfRapidCheck) {
  constexpr std::uint64_t seed = 9;
  Choices draw(seed);
  using support::mix;
  rc::Random random(rc::Random::Key{{mix(seed), mix(seed ^ 1), mix(seed ^ 2), mix(seed ^ 3)}});
  for (int round = 0; round < 20; ++round) {
    for (int bits = 0; bits < 64; ++bits) {
      for (const std::uint64_t end : {std::uint64_t{1} << bits, (std::uint64_t{1} << bits) + 1,
                                      std::uint64_t{3} << bits >> 1}) {
        const auto drawn =
            rc::gen::inRange<std::uint64_t>(0, end)(random.split(), rc::kNominalSize);
        constexpr std::int64_t low = std::numeric_limits<std::int64_t>::min();
        const std::int64_t high =
            static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + end - 1);
        ASSERT_EQ(
            static_cast<std::uint64_t>(draw.integer(low, high)) - static_cast<std::uint64_t>(low),
            drawn.value());
      }
    }
  }
}

TEST(Choices, RefuseAnEmptyRange) {
  Choices draw(1);
  EXPECT_THROW(draw.integer(1, 0), EmptyChoice);
  EXPECT_EQ(draw.integer(5, 5), 5);
}

TEST(BitPatterns, MakeKnownValues) {
  const ElementFormat& f16 = format_of(ElementType::f16);
  EXPECT_EQ(largest(f16, false), 0x7bffU);
  EXPECT_EQ(infinite(f16, true), 0xfc00U);
  EXPECT_EQ(power_of_two(f16, false, -14), 0x0400U);
  EXPECT_EQ(from_ratio(f16, false, Ratio{1, 3}), 0x3555U);        // 0.33325195
  EXPECT_EQ(from_ratio(f16, false, Ratio{1, 3}, true), 0x3556U);  // 0.33349609
  EXPECT_EQ(from_ratio(f16, true, Ratio{9, 1}), 0xc880U);
  const ElementFormat& e4m3 = format_of(ElementType::e4m3);
  EXPECT_EQ(largest(e4m3, false), 0x7eU);
  EXPECT_EQ(infinite(e4m3, true), 0xfeU);
  EXPECT_EQ(not_a_number(e4m3, true, 0), 0xffU);
  const ElementFormat& f32 = format_of(ElementType::f32);
  EXPECT_EQ(from_ratio(f32, false, Ratio{1000000, 1}), 0x49742400U);
  EXPECT_EQ(not_a_number(f32, false, 0), 0x7f800001U);
}

}  // namespace
}  // namespace assay::generators
