// SPDX-License-Identifier: Apache-2.0
#include "reference/support/side_by_side.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace assay::support {
namespace {

TEST(SideBySide, DoesEveryPieceOnce) {
  for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
    std::vector<std::atomic<int>> done(count);
    side_by_side(count, [&](std::size_t i) { ++done[i]; });
    for (const std::atomic<int>& one : done) EXPECT_EQ(one, 1);
  }
}

TEST(SideBySide, ThrowsWhatAPieceThrows) {
  EXPECT_THROW(side_by_side(100,
                            [](std::size_t i) {
                              if (i == 7) throw std::runtime_error("seven");
                            }),
               std::runtime_error);
}

}  // namespace
}  // namespace assay::support
