// SPDX-License-Identifier: Apache-2.0
// Laws of what a proof adds to a finding.
#include "reports/findings/proof.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::reports {
namespace {

Finding without_rule() {
  Finding finding;
  finding.title_head = "TROWMAX: wrong";
  finding.title = "TROWMAX: wrong, no shared parameter found";
  return finding;
}

Proof above_64() { return {.boundaries = {{"valid_cols", 65}}, .only = "src(0, 64)"}; }

TEST(Proof, NamesTheCauseOfAFindingWithoutARule) {
  Finding finding = without_rule();
  take_proof(finding, above_64());
  EXPECT_EQ(finding.title, "TROWMAX: wrong where valid_cols > 64 (only src(0, 64) matters)");
  finding = without_rule();
  take_proof(finding, {.boundaries = {{"K", 16, Boundary::Kind::multiple}}});
  EXPECT_EQ(finding.title, "TROWMAX: wrong where K % 16 == 0");
  finding = without_rule();
  take_proof(finding, {});
  EXPECT_EQ(finding.title, without_rule().title);
}

TEST(Proof, LowersTheLimitOfARuleAndChangesNoOther) {
  Finding finding = without_rule();
  finding.rule = "src.valid_cols > 8 and valid_cols > 100";
  finding.title = "TROWMAX: wrong where " + finding.rule;
  take_proof(finding, above_64());
  EXPECT_EQ(finding.title, "TROWMAX: wrong where src.valid_cols > 8 and valid_cols > 64");
  finding.title = "TROWMAX: wrong where rows > 100 and valid_cols > 32";
  take_proof(finding, above_64());
  EXPECT_EQ(finding.title, "TROWMAX: wrong where rows > 100 and valid_cols > 32");
}

TEST(Proof, ReplacesAConditionWithoutWhichFreshCasesFailToo) {
  Finding finding = without_rule();
  finding.rule = "target = a5 and dst.rows <= 14";
  const std::string title = "TROWMAX a5: wrong where dst.rows <= 14";
  finding.title = title;
  finding.fresh = FreshCases{.covered = 24, .covered_failing = 24, .others = 24};
  take_proof(finding, above_64());
  EXPECT_EQ(finding.title, title) << "the rule is confirmed";
  EXPECT_THAT(coverage_text(finding), testing::HasSubstr(" such cases fail"));
  finding.fresh->others_failing = 3;
  take_proof(finding, above_64());
  EXPECT_EQ(finding.title, "TROWMAX a5: wrong where valid_cols > 64");
  EXPECT_THAT(coverage_text(finding),
              testing::HasSubstr(" cases where target = a5 and dst.rows <= 14 fail"));
}

TEST(Proof, CompletesAConditionWithWhichFreshCasesPass) {
  Finding finding = without_rule();
  finding.rule = "dtype = f16 and src has NaN";
  finding.title = "TROWMAX f16: wrong where src has NaN";
  finding.fresh = FreshCases{.covered = 24, .covered_failing = 20, .others = 24};
  take_proof(finding, above_64());
  EXPECT_EQ(finding.title, "TROWMAX f16: wrong where src has NaN and valid_cols > 64");
}

TEST(Proof, IsKeptInTheFileOfFindingsAndChangesNoTitleThatWasRead) {
  Finding finding = without_rule();
  take_proof(finding, above_64());
  finding.cases = {"a"};
  Finding read = findings_from_json(findings_as_json(std::span(&finding, 1))).front();
  EXPECT_EQ(read.proof, above_64());
  take_proof(read, {.input = "an input is NaN"});
  EXPECT_EQ(read.title, finding.title);
}

}  // namespace
}  // namespace assay::reports
