// SPDX-License-Identifier: Apache-2.0
#include "runners/support/progress.hpp"

#include <gtest/gtest.h>

namespace assay::runners {
namespace {

TEST(ProgressText, EstimatesOnlyWhereEnoughWasDone) {
  // The first case of a library waits for a compiler: 84 hours for what takes one.
  EXPECT_EQ(progress_text({.done = 1, .total = 42683, .seconds = 7}, "cases"), "1/42683 cases");
  EXPECT_EQ(progress_text({.done = 900, .total = 42683, .seconds = 0.5}, "cases"),
            "900/42683 cases");
  EXPECT_EQ(progress_text({.done = 300, .total = 3300, .seconds = 10}, "cases"),
            "300/3300 cases, 30/s, 1:40 left");
  EXPECT_EQ(progress_text({.done = 40, .total = 100, .seconds = 10}, "ops"),
            "40/100 ops, 4.0/s, 0:15 left");
}

TEST(ProgressText, EstimatesWhereHalfOfALittleIsDone) {
  EXPECT_EQ(progress_text({.done = 6, .total = 10, .seconds = 60}, "findings shrunk"),
            "6/10 findings shrunk, 0.1/s, 0:40 left");
}

TEST(ProgressText, CountsNothingOfWhatAnEarlierProcessDid) {
  EXPECT_EQ(progress_text({.done = 1001, .total = 2000, .before = 1000, .seconds = 7}, "cases"),
            "1001/2000 cases");
  EXPECT_EQ(progress_text({.done = 1100, .total = 2000, .before = 1000, .seconds = 10}, "cases"),
            "1100/2000 cases, 10/s, 1:30 left");
}

}  // namespace
}  // namespace assay::runners
