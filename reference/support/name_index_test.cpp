// SPDX-License-Identifier: Apache-2.0
#include "reference/support/name_index.hpp"

#include <gtest/gtest.h>

namespace assay::support {
namespace {

TEST(NameIndex, FindsTheFirstTheLastAndAllOfAName) {
  const std::vector<std::string> names{"b", "a", "b", "", "b"};
  const NameIndex index(names.size(), [&](std::size_t i) { return names[i]; });
  EXPECT_EQ(index.first("b"), 0U);
  EXPECT_EQ(index.last("b"), 4U);
  EXPECT_EQ(index.all("b"), (std::vector<std::size_t>{0, 2, 4}));
  EXPECT_EQ(index.first("a"), 1U);
  EXPECT_EQ(index.last(""), 3U);
  EXPECT_EQ(index.first("c"), std::nullopt);
  EXPECT_EQ(index.distinct(), 3U);
}

TEST(NameIndex, OfNothingFindsNothing) {
  const NameIndex index(0, [](std::size_t) { return std::string(); });
  EXPECT_EQ(index.last(""), std::nullopt);
  EXPECT_EQ(index.distinct(), 0U);
}

}  // namespace
}  // namespace assay::support
