// SPDX-License-Identifier: Apache-2.0
// Which earlier cases make a case fail.
#include "runners/run/order_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay::runners {
namespace {

using Places = std::vector<std::size_t>;

bool has(const Places& places, std::size_t one) {
  return std::ranges::find(places, one) != places.end();
}

TEST(CasesThatMatter, AreTheOnesWithoutWhichTheCaseDoesNotFail) {
  std::size_t calls = 0;
  const auto after_two = [&](const Places& places) {
    ++calls;
    return has(places, 130) && has(places, 197);
  };
  EXPECT_EQ(cases_that_matter(200, after_two), (Places{130, 197}));
  EXPECT_LT(calls, 120U);
}

TEST(CasesThatMatter, MayBeTheLastOneAlone) {
  std::size_t calls = 0;
  const auto after_the_last = [&](const Places& places) {
    ++calls;
    return !places.empty() && places.back() == 199;
  };
  EXPECT_EQ(cases_that_matter(200, after_the_last), Places{199});
  EXPECT_LT(calls, 10U);
}

TEST(CasesThatMatter, AreNoneOfACaseThatFailsFirstInAProcess) {
  EXPECT_EQ(cases_that_matter(9, [](const Places& places) { return places.empty(); }), Places());
}

TEST(CasesThatMatter, AreUnknownWhereNothingRepeatsTheFailure) {
  EXPECT_EQ(cases_that_matter(9, [](const Places&) { return false; }), std::nullopt);
  EXPECT_EQ(cases_that_matter(0, [](const Places&) { return false; }), std::nullopt);
  bool first = true;  // fails once, and not again
  EXPECT_EQ(cases_that_matter(9,
                              [&](const Places& places) {
                                if (places.empty() || !first) return false;
                                first = false;
                                return true;
                              }),
            std::nullopt);
}

}  // namespace
}  // namespace assay::runners
