// SPDX-License-Identifier: Apache-2.0
#include "suites/gtest/filter.hpp"

#include <gtest/gtest.h>

namespace assay::suites {
namespace {

TEST(Filter, SelectsTheSuiteThatAPatternNames) {
  EXPECT_TRUE(may_select("Roots.*", "Roots"));
  EXPECT_FALSE(may_select("Roots.*", "Sums"));
  EXPECT_FALSE(may_select("Roots.*", "RootsOfPlants"));
  EXPECT_FALSE(may_select("RootsOfPlants.*", "Roots"));
}

TEST(Filter, KeepsWhatAWildcardMayReach) {
  EXPECT_TRUE(may_select("*", "Roots"));
  EXPECT_TRUE(may_select("Ro*.half", "Roots"));
  EXPECT_TRUE(may_select("?oots.*", "Roots"));
  EXPECT_TRUE(may_select("*.half.breaks.*", "Roots"));
}

TEST(Filter, TakesAnyOfSeveralPatterns) {
  EXPECT_TRUE(may_select("Sums.*:Roots.half", "Roots"));
  EXPECT_FALSE(may_select("Sums.*:Products.*", "Roots"));
}

TEST(Filter, LeavesExclusionToGoogleTest) {
  EXPECT_TRUE(may_select("-Sums.*", "Roots"));
  EXPECT_TRUE(may_select("-Roots.*", "Roots"));
  EXPECT_TRUE(may_select("Roots.*-Roots.half", "Roots"));
  EXPECT_FALSE(may_select("Sums.*-Roots.half", "Roots"));
}

}  // namespace
}  // namespace assay::suites
