// SPDX-License-Identifier: Apache-2.0
// Laws of the bullets inside the program.
#include "runners/support/manual_pages.hpp"

#include <gtest/gtest.h>

#include <set>

#include "reference/ops/op_index.hpp"

namespace assay::runners {
namespace {

TEST(ManualPages, AreThereForEveryOpThatTheManualHasAPageOf) {
  const std::set<std::string> without{"TSUBRELUCONV"};  // listed by the manual, without a page
  const reports::ManualPages pages = all_manual_pages();
  for (const OpSpec& op : all_ops()) {
    EXPECT_EQ(pages.contains(op.mnemonic), !without.contains(op.mnemonic)) << op.mnemonic;
  }
  EXPECT_EQ(pages.size(), all_ops().size() - without.size());
  EXPECT_EQ(pages.at("TRSQRT").front().page, "TRSQRT manual page");
  EXPECT_EQ(pages.at("TRSQRT").size(), 2U);
}

TEST(ManualPages, NameNothingThatTheirOpsDoNotHave) {
  const reports::ManualPages pages = all_manual_pages();
  for (const OpSpec& op : all_ops()) {
    const auto found = pages.find(op.mnemonic);
    if (found == pages.end()) continue;
    for (const reports::ManualPage& page : found->second) {
      EXPECT_FALSE(page.bullets.empty()) << page.page;
      for (const reports::ManualBullet& bullet : page.bullets) {
        EXPECT_EQ(reports::unknown_reference(op, bullet), "") << page.page;
        EXPECT_TRUE(bullet.told == reports::Told::part || !(bullet.why + bullet.also).empty())
            << page.page << ": " << bullet.text;
      }
    }
  }
}

}  // namespace
}  // namespace assay::runners
