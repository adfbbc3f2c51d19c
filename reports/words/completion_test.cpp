// SPDX-License-Identifier: Apache-2.0
#include "reports/words/completion.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace assay::reports {
namespace {

Completion stopped_run() {
  return {.planned = 18982, .ran = 1360, .not_run = 17622, .stopped = "the time budget is used up"};
}

TEST(Completion, IsThereOnlyWhereAllThatWasPlannedRanToItsEnd) {
  EXPECT_TRUE((Completion{.planned = 3, .ran = 3}).complete());
  EXPECT_TRUE((Completion{.planned = 3, .ran = 2}).complete());  // one cannot be drawn
  EXPECT_FALSE((Completion{.planned = 3, .ran = 2, .not_run = 1}).complete());
  EXPECT_FALSE((Completion{.planned = 3, .ran = 3, .stopped = "interrupted"}).complete());
}

TEST(Completion, SaysHowFarARunCameAndWhyItEnded) {
  EXPECT_EQ(stopped_text(stopped_run(), "; none of them failed"),
            "Stopped: 1,360 of 18,982 cases ran; none of them failed. Reason: the time budget is "
            "used up.");
  EXPECT_EQ(stopped_text({.planned = 3, .ran = 3}), "");
  EXPECT_EQ(stopped_text({.ran = 2, .stopped = "killed"}),
            "Stopped: 2 cases ran, and how many were planned is not known. Reason: killed.");
}

TEST(Completion, ComesBackFromJson) {
  for (const Completion& one : {stopped_run(), Completion{.planned = 3, .ran = 3},
                                Completion{.ran = 2, .stopped = "killed"}}) {
    EXPECT_EQ(completion_from(completion_json(one)), one);
    EXPECT_EQ(completion_json(one).at("complete"), one.complete());
    EXPECT_EQ(completion_json(one).at("without_case"), 0);
  }
  EXPECT_ANY_THROW(completion_from({{"planned", 3}}));
  EXPECT_EQ(completion_json({.planned = 9, .ran = 2, .not_run = 4}).at("without_case"), 3);
}

}  // namespace
}  // namespace assay::reports
