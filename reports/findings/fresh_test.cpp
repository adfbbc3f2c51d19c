// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/fresh.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// 40 cases fail where the rule says so, 60 pass elsewhere.
Finding learned() {
  Finding finding;
  finding.rule = "valid_cols % 8 != 0";
  finding.title = "TSEL: wrong where valid_cols % 8 != 0";
  finding.title_without_rule = "TSEL: wrong, no shared parameter found";
  finding.covers = [](const CaseFeatures&) { return true; };
  finding.failing = 40;
  finding.comparable = 60;
  return finding;
}

TEST(Fresh, CasesThatFailWhereTheRuleSaysAndNotElsewhereConfirmIt) {
  for (const FreshCases fresh : {FreshCases{24, 24, 24, 0}, FreshCases{24, 21, 24, 2},
                                 FreshCases{8, 8, 8, 0}, FreshCases{24, 24, 24, 4}}) {
    EXPECT_EQ(standing_of(learned(), fresh), RuleStanding::confirmed) << fresh.covered_failing;
  }
}

TEST(Fresh, CasesThatPassWhereTheRuleSaysTheyFailContradictIt) {
  for (const FreshCases fresh :
       {FreshCases{24, 0, 24, 0}, FreshCases{24, 12, 24, 0}, FreshCases{8, 2, 24, 0}}) {
    EXPECT_EQ(standing_of(learned(), fresh), RuleStanding::contradicted) << fresh.covered_failing;
  }
}

TEST(Fresh, CasesThatFailElsewhereAsWellContradictIt) {
  for (const FreshCases fresh :
       {FreshCases{24, 24, 24, 24}, FreshCases{24, 24, 24, 20}, FreshCases{24, 24, 8, 8}}) {
    EXPECT_EQ(standing_of(learned(), fresh), RuleStanding::contradicted) << fresh.others_failing;
  }
}

TEST(Fresh, ARuleThatNeverHeldMoreThanHalfOfTheTimeIsHeldToThat) {
  Finding half = learned();
  half.passing = 40;  // of 80 cases that the rule covers
  half.comparable = 100;
  EXPECT_EQ(standing_of(half, {24, 12, 24, 0}), RuleStanding::confirmed);
  EXPECT_EQ(standing_of(half, {24, 1, 24, 0}), RuleStanding::contradicted);
  half.failures_outside_rule = 30;  // 30 of 90 fail elsewhere, 10 of 50 where the rule says so
  EXPECT_EQ(standing_of(half, {24, 8, 24, 8}), RuleStanding::confirmed);
}

TEST(Fresh, TooFewCasesTestNothing) {
  for (const FreshCases fresh : {FreshCases{}, FreshCases{7, 0, 24, 24}}) {
    EXPECT_EQ(standing_of(learned(), fresh), RuleStanding::untested);
    Finding finding = learned();
    take_fresh(finding, fresh);
    EXPECT_EQ(finding.rule, learned().rule);
    EXPECT_THAT(coverage_text(finding), HasSubstr("not tested"));
  }
}

TEST(Fresh, NothingIsConfirmedWithoutEnoughCasesElsewhere) {
  for (const FreshCases fresh : {FreshCases{24, 17, 2, 0}, FreshCases{24, 24, 0, 0}}) {
    EXPECT_EQ(standing_of(learned(), fresh), RuleStanding::uncontrolled);
    Finding finding = learned();
    take_fresh(finding, fresh);
    EXPECT_EQ(finding.rule, learned().rule);
  }
  Finding finding = learned();
  take_fresh(finding, {24, 17, 2, 0});
  EXPECT_THAT(coverage_text(finding), HasSubstr("not confirmed: only 2 fresh cases elsewhere; 17 "
                                                "of 24 fail there, 0 of 2 elsewhere"));
  take_fresh(finding, {24, 24, 0, 0});
  EXPECT_THAT(
      coverage_text(finding),
      HasSubstr(
          "not confirmed: 24 of 24 fresh cases fail there, and none could be drawn elsewhere"));
  EXPECT_EQ(standing_of(learned(), {24, 3, 0, 0}), RuleStanding::contradicted);
}

TEST(Fresh, AContradictedRuleIsNeitherTitleNorRuleAnyMore) {
  Finding finding = learned();
  take_fresh(finding, {24, 3, 20, 2});
  EXPECT_EQ(finding.rule, "");
  EXPECT_FALSE(finding.covers);
  EXPECT_EQ(finding.title, learned().title_without_rule);
  EXPECT_EQ(finding.contradicted, learned().rule);
  EXPECT_EQ(finding.passing, 60U);
  EXPECT_THAT(coverage_text(finding),
              HasSubstr("fresh cases contradict 'valid_cols % 8 != 0': 3 of 24 fail there, "
                        "2 of 20 elsewhere"));
}

TEST(Fresh, AConfirmedRuleStaysAndSaysByWhat) {
  Finding finding = learned();
  take_fresh(finding, {24, 24, 20, 1});
  EXPECT_EQ(finding.title, learned().title);
  EXPECT_EQ(finding.rule, learned().rule);
  EXPECT_THAT(coverage_text(finding),
              HasSubstr("mostly confirmed by fresh cases: 24 of 24 fail there, 1 of 20 elsewhere"));
  take_fresh(finding, {24, 24, 20, 0});
  EXPECT_EQ(coverage_text(finding).find("mostly"), std::string::npos);
}

TEST(Fresh, JsonKeepsWhatFreshCasesSaid) {
  Finding finding = learned();
  take_fresh(finding, {24, 3, 20, 2});
  const std::vector<Finding> read = findings_from_json(findings_as_json(std::span(&finding, 1)));
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(coverage_text(read[0]), coverage_text(finding));
  EXPECT_EQ(read[0].contradicted, finding.contradicted);
  const std::vector<Finding> plain{learned()};
  EXPECT_THAT(findings_as_json(plain), Not(HasSubstr("fresh")));
}

}  // namespace
}  // namespace assay::reports
