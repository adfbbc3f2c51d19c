// SPDX-License-Identifier: Apache-2.0
// What two versions of a library do otherwise.
#include "reports/text/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "reports/words/fixtures_test.hpp"

namespace assay::reports {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A case as both versions have it.
void add(std::vector<CaseRecord>& records, std::uint64_t index, const std::string& op,
         Attribution kind, VerdictKind before, VerdictKind after, const std::string& reason = "") {
  for (const VerdictKind verdict : {before, after}) {
    CaseRecord record = record_with(verdict);
    record.op = op;
    record.index = index;
    record.name = op + "/case" + std::to_string(index);
    record.attribution = name_of(kind);
    record.verdict.reason = reason;
    records.push_back(record);
  }
}

VersionComparison comparison(const std::vector<CaseRecord>& records, std::size_t not_run = 0) {
  return compare_versions(
      records,
      {.planned = records.size() / 2 + not_run, .ran = records.size() / 2, .not_run = not_run});
}

std::string printed(const VersionComparison& found, std::size_t most) {
  std::ostringstream out;
  print_comparison(out, found, most, false);
  return out.str();
}

TEST(VersionComparison, IsTheSameWhereNoCaseChanged) {
  std::vector<CaseRecord> records;
  add(records, 0, "TADD", Attribution::agree, VerdictKind::conforms, VerdictKind::conforms);
  add(records, 1, "TADD", Attribution::agree, VerdictKind::deviates, VerdictKind::deviates);
  const VersionComparison found = comparison(records);
  EXPECT_TRUE(found.same());
  EXPECT_EQ(printed(found, 9),
            "Same: 2 cases of 1 op have the same results, outcomes and messages in both.\n");
}

TEST(VersionComparison, IsNoAnswerWhereBothLackTheCallOrTheMachineFailed) {
  std::vector<CaseRecord> records;
  add(records, 0, "TADD", Attribution::agree, VerdictKind::unsupported, VerdictKind::unsupported);
  add(records, 1, "TADD", Attribution::agree, VerdictKind::infra, VerdictKind::conforms);
  EXPECT_FALSE(comparison(records).same());
  EXPECT_EQ(answer_of(comparison(records)),
            "Nothing was compared; 2 cases without an answer, unsupported by both or lost.");
  EXPECT_FALSE(comparison({}).same());
  add(records, 2, "TADD", Attribution::agree, VerdictKind::conforms, VerdictKind::conforms);
  EXPECT_EQ(answer_of(comparison(records, 7)),
            "Stopped: 7 cases not run. Same: 1 case of 1 op have the same results, outcomes and "
            "messages in both; 2 cases without an answer, unsupported by both or lost.");
}

TEST(VersionComparison, CountsChangesByOpAndKindAndSaysWhatFailsNow) {
  std::vector<CaseRecord> records;
  add(records, 0, "TADD", Attribution::agree, VerdictKind::conforms, VerdictKind::conforms);
  add(records, 4, "TADD", Attribution::build_dependent, VerdictKind::conforms,
      VerdictKind::deviates, "other bits");
  add(records, 5, "TSUB", Attribution::outcome_changed, VerdictKind::unsupported,
      VerdictKind::conforms, "now there");
  add(records, 6, "TSUB", Attribution::message_changed, VerdictKind::accepted_invalid,
      VerdictKind::conforms, "other words");
  add(records, 7, "TMUL", Attribution::agree, VerdictKind::conforms, VerdictKind::conforms);
  const VersionComparison found = comparison(records);
  EXPECT_EQ(found.ops.at("TADD").cases, 2U);
  EXPECT_EQ(found.ops.at("TADD").results, 1U);
  EXPECT_EQ(found.ops.at("TADD").worse, 1U);
  EXPECT_EQ(found.ops.at("TSUB").outcomes, 1U);
  EXPECT_EQ(found.ops.at("TSUB").messages, 1U);
  EXPECT_EQ(found.ops.at("TSUB").better, 1U);
  EXPECT_EQ(answer_of(found),
            "Changed: 3 of 5 cases, in 2 of 3 ops: 1 with other results, 1 with another outcome, 1 "
            "with another message; 1 fail now; 1 failed before.");
  EXPECT_THAT(printed(found, 9),
              AllOf(HasSubstr("TADD/case4\n    before conforms, now deviates\n    other bits\n"),
                    HasSubstr("now there"), Not(HasSubstr("TMUL"))));
  EXPECT_THAT(printed(found, 0), HasSubstr("and 1 change more; --all shows them"));
}

TEST(VersionComparison, ShowsChangesWithTheSameWordsOnce) {
  std::vector<CaseRecord> records;
  for (std::uint64_t index : {0, 1, 2}) {
    add(records, index, "TADD", Attribution::message_changed, VerdictKind::conforms,
        VerdictKind::conforms, "other words");
  }
  EXPECT_THAT(printed(comparison(records), 9), HasSubstr("TADD/case0 and 2 cases like it\n"));
}

TEST(VersionComparison, SaysWhichKnownDeviationsOneVersionAloneShows) {
  std::vector<CaseRecord> records;
  for (std::uint64_t index : {0, 1}) {
    add(records, index, "TADD", Attribution::agree, VerdictKind::known_deviation,
        VerdictKind::known_deviation);
  }
  records[0].verdict.errata = {{"E-TADD-001", 1, 1}, {"E-TADD-002", 1, 1}};
  records[1].verdict.errata = {{"E-TADD-001", 1, 0}};
  records[2].verdict.errata = {{"E-TADD-002", 3, 3}};
  records[3].verdict.errata = {{"E-TADD-002", 3, 3}, {"E-TADD-003", 1, 1}};
  const VersionComparison found = comparison(records);
  EXPECT_THAT(found.errata_gone, testing::ElementsAre(testing::Pair("E-TADD-001", 1U)));
  EXPECT_THAT(found.errata_new, testing::ElementsAre(testing::Pair("E-TADD-003", 1U)));
  EXPECT_THAT(printed(found, 1), HasSubstr("no case shows any more: E-TADD-001 (1 case)\n"));
}

}  // namespace
}  // namespace assay::reports
