// SPDX-License-Identifier: Apache-2.0
// Laws of counting and grouping.
#include "reports/words/tally.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "reports/words/fixtures_test.hpp"

namespace assay::reports {
namespace {

using testing::StartsWith;

TEST(Tally, CountsEveryVerdictOnceAndFailuresAsTheJudgeDefinesThem) {
  std::vector<CaseRecord> records = one_of_each();
  records.push_back(record_with(VerdictKind::known_deviation));
  records.push_back(record_with(VerdictKind::undecidable));
  const Tally tally = tally_of(records);
  EXPECT_EQ(tally.total, 13U);
  for (const VerdictKind kind : all_verdicts) EXPECT_EQ(tally.of(kind), 1U);
  EXPECT_EQ(tally.failures(), 6U);
  EXPECT_EQ(tally.other_failures(), 5U);
  EXPECT_EQ(tally.judged(), 8U);
}

TEST(Tally, KeepsTheWorstDistanceAndIgnoresNan) {
  std::vector<CaseRecord> records(4, record_with(VerdictKind::conforms));
  records[0].verdict.max_ulp = std::numeric_limits<double>::quiet_NaN();
  records[1].verdict.max_ulp = 0.5;
  records[2].verdict.max_ulp = 2;
  records[2].name = "worst";
  const Tally tally = tally_of(records);
  EXPECT_EQ(tally.worst_ulp, 2.0);
  EXPECT_EQ(tally.worst_name, "worst");
}

TEST(Tally, OrdersDtypesAsTheIsaDoes) {
  EXPECT_LT(DtypeKey("f16"), DtypeKey("e4m3"));
  EXPECT_LT(DtypeKey("u64"), DtypeKey("an unknown type"));
}

TEST(Tally, GroupsFailuresByCauseLargestFirst) {
  std::vector<CaseRecord> records = one_of_each();
  records.push_back(record_with(VerdictKind::crashed));
  const auto groups = failure_groups(records);
  ASSERT_EQ(groups.size(), 6U);
  EXPECT_EQ(groups[0].verdict, "crashed");
  EXPECT_EQ(groups[0].cases.size(), 2U);
  std::size_t cases = 0;
  for (const FailureGroup& group : groups) cases += group.cases.size();
  EXPECT_EQ(cases, 7U);
}

TEST(Tally, SplitsIntentsWhoseConstraintsHaveDots) {
  EXPECT_EQ(constraint_side("breaks.src.element").constraint, "src.element");
  EXPECT_EQ(constraint_side("breaks.src.element").side, "breaks");
  EXPECT_EQ(constraint_side("edge.tmp.size.largest").constraint, "tmp.size");
  EXPECT_EQ(constraint_side("edge.tmp.size.largest").side, "largest");
  EXPECT_EQ(constraint_side("inside").constraint, "");
}

TEST(Tally, CoversAConstraintPerOpFormAndSide) {
  std::vector<CaseRecord> records(3, record_with(VerdictKind::conforms));
  records[0].intent = "breaks.dst.row_major";
  records[1].intent = "edge.dst.row_major.below";
  const ConstraintCoverage coverage = constraint_coverage(records);
  ASSERT_EQ(coverage.size(), 1U);
  const auto& sides = coverage.at({"TRSQRT", "plain", "dst.row_major"});
  EXPECT_EQ(sides.at("breaks").total, 1U);
  EXPECT_EQ(sides.at("below").total, 1U);
  EXPECT_EQ(sides.size(), 2U);
}

}  // namespace
}  // namespace assay::reports
