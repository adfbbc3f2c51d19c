// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/overview.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace assay::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<Finding> three() {
  std::vector<Finding> findings(3);
  for (std::size_t i = 0; i < findings.size(); ++i) {
    findings[i].id = "id" + std::to_string(i);
    findings[i].title = "TOP: wrong " + std::to_string(i);
    findings[i].failing = 1000 + i;
    findings[i].replay = "assay replay " + std::to_string(i);
  }
  findings[0].rule = "rows > 16";
  return findings;
}

TEST(Overview, HasEveryFindingInALineBeforeAnyIsShownInDetail) {
  std::ostringstream out;
  print_findings(out, three(), false, 2);
  const std::string text = out.str();
  EXPECT_THAT(text, HasSubstr("3,003 failing cases in 3 findings; 1 has a probable cause\n"
                              "  id0  1,000  TOP: wrong 0\n"
                              "  id1  1,001  TOP: wrong 1\n"
                              "  id2  1,002  TOP: wrong 2\n"
                              "\nThe first 2 in detail\n"));
  EXPECT_THAT(text, HasSubstr("assay replay 1\n"));
  EXPECT_THAT(text, Not(HasSubstr("assay replay 2\n")));
}

TEST(Overview, MarksWhatIsNew) {
  std::ostringstream out;
  print_overview(out, three(), false, 10, [](const Finding& one) { return one.id == "id1"; });
  EXPECT_THAT(out.str(), HasSubstr("       id0  1,000  TOP: wrong 0\n"
                                   "  new  id1  1,001  TOP: wrong 1\n"));
}

TEST(Overview, OfOneFindingIsItsHeading) {
  std::ostringstream out;
  print_findings(out, std::vector<Finding>{three().front()}, false, 10);
  EXPECT_THAT(out.str(), ::testing::StartsWith("1 finding\n  id0  TOP: wrong 0\n"));
}

TEST(Overview, CountsCasesByChange) {
  Triage triage;
  EXPECT_EQ(counts_text(triage), "no cases");
  triage.counts[static_cast<std::size_t>(Change::fresh)] = 1409;
  triage.counts[static_cast<std::size_t>(Change::drifted)] = 118;
  EXPECT_EQ(counts_text(triage), "1,409 new, 118 accuracy drift");
}

}  // namespace
}  // namespace assay::reports
