// SPDX-License-Identifier: Apache-2.0
#include "reference/support/name_set.hpp"

#include <gtest/gtest.h>

#include <string>

namespace assay::support {
namespace {

TEST(NameSet, TakesANameOnce) {
  NameSet names;
  EXPECT_FALSE(names.contains("TADD@1"));
  EXPECT_TRUE(names.insert("TADD@1"));
  EXPECT_FALSE(names.insert("TADD@1"));
  EXPECT_TRUE(names.insert("TADD@2"));
  EXPECT_TRUE(names.insert(""));
  EXPECT_FALSE(names.insert(""));
  EXPECT_TRUE(names.contains("TADD@2"));
  EXPECT_EQ(names.size(), 3);
}

TEST(NameSet, KnowsEveryNameWhenItHasGrown) {
  NameSet names;
  for (int i = 0; i < 10'000; ++i) ASSERT_TRUE(names.insert(std::to_string(i))) << i;
  for (int i = 0; i < 10'000; ++i) ASSERT_FALSE(names.insert(std::to_string(i))) << i;
  EXPECT_FALSE(names.contains("10000"));
  EXPECT_EQ(names.size(), 10'000);
}

}  // namespace
}  // namespace assay::support
