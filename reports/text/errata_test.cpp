// SPDX-License-Identifier: Apache-2.0
// Known deviations, counted and shown.
#include "reports/words/errata.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "reports/findings/triage.hpp"
#include "reports/text/junit.hpp"
#include "reports/text/record_json.hpp"
#include "reports/text/run_report.hpp"
#include "reports/words/tally.hpp"

namespace assay::reports {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

CaseRecord record(const char* name, VerdictKind kind, std::vector<SeenErratum> errata) {
  CaseRecord made;
  made.name = name;
  made.op = "TX";
  made.target = "cpu";
  made.dtype = "f32";
  made.intent = "inside";
  made.verdict.kind = kind;
  made.verdict.reason = "known as E-TX-001 (so): 3 wrong";
  made.verdict.errata = std::move(errata);
  return made;
}

/// One erratum that shows in one of two cases, and one that is exercised in vain.
std::vector<CaseRecord> run() {
  const WorstElement example{.operand = "dst",
                             .row = 1,
                             .col = 2,
                             .expected = 0x3f800000,
                             .got = 0x40000000,
                             .element = ElementType::f32};
  return {record("a", VerdictKind::conforms, {{"E-TX-001", 4, 0, {}}, {"E-TX-002", 7, 0, {}}}),
          record("b", VerdictKind::known_deviation,
                 {{"E-TX-001", 9, 5, example}, {"E-TX-002", 1, 0, {}}})};
}

TEST(Errata, CountCasesAndElementsOfWhatShowed) {
  const std::vector<CaseRecord> records = run();
  const auto met = errata_met(records);
  ASSERT_EQ(met.size(), 2U);
  EXPECT_EQ(met[0].cases, 1U);
  EXPECT_EQ(met[0].elements, 5);
  EXPECT_EQ(met[0].exercised, 2U);
  EXPECT_EQ(met[0].exercised_elements, 13);
  EXPECT_EQ(met[0].example->name, "b");
  EXPECT_THAT(hidden_errata(records), ElementsAre("E-TX-002"));
}

TEST(Errata, SummaryHasAnExampleWithBitsAndAReplayLineAndSaysWhatIsPerhapsMended) {
  std::ostringstream out;
  print_summary(out, run(), {}, false);
  EXPECT_THAT(out.str(), HasSubstr("dst at (1, 2): promised 0x3f800000"));
  EXPECT_THAT(out.str(), HasSubstr("assay replay b"));
  EXPECT_THAT(out.str(), HasSubstr("8 elements in 2 cases exercised it, none shows it: fixed?"));
  EXPECT_THAT(
      out.str(),
      HasSubstr("No new deviation: of 2 judged cases, 1 deviate as known; fixed? E-TX-002."));
}

TEST(Errata, AndFailuresAreRepeatedByTheCommandThatTheRunHas) {
  std::vector<CaseRecord> records = run();
  records.push_back(record("c", VerdictKind::deviates, {}));
  ReportExtras extras;
  extras.replay = [](const CaseRecord& one) { return "again " + one.name; };
  std::ostringstream out;
  print_summary(out, records, {}, false, extras);
  EXPECT_THAT(out.str(), testing::AllOf(HasSubstr("    again b\n"), HasSubstr("    again c\n"),
                                        Not(HasSubstr("assay replay"))));
}

TEST(Errata, JunitSkipsAKnownDeviationOrFailsOnItByChoice) {
  const std::vector<CaseRecord> records = run();
  const std::string loose = as_junit(records, {}, JunitTests::by_case);
  EXPECT_THAT(loose,
              HasSubstr("<skipped>known_deviation: known as E-TX-001 (so): 3 wrong</skipped>"));
  EXPECT_THAT(loose, Not(HasSubstr("<failure")));
  RunInfo strict;
  strict.strict = true;
  EXPECT_THAT(as_junit(records, strict, JunitTests::by_case), HasSubstr("<failure"));
}

TEST(Errata, CsvNamesWhatACaseShows) {
  EXPECT_THAT(cases_as_csv(run()), HasSubstr("3 wrong,E-TX-001,\r\n"));
}

TEST(Errata, JsonOfARecordReadsBack) {
  const CaseRecord before = run()[1];
  const CaseRecord after = from_json_line(to_json_line(before));
  EXPECT_EQ(after.verdict.kind, VerdictKind::known_deviation);
  ASSERT_EQ(after.verdict.errata.size(), 2U);
  EXPECT_EQ(after.verdict.errata[0].number, "E-TX-001");
  EXPECT_EQ(after.verdict.errata[0].shown, 5);
  ASSERT_TRUE(after.verdict.errata[0].example);
  EXPECT_EQ(after.verdict.errata[0].example->got, 0x40000000U);
  EXPECT_EQ(to_json_line(after), to_json_line(before));
}

TEST(Errata, TriageListsAsMendedWhatShowedBeforeAndShowsNoMore) {
  const std::vector<CaseRecord> before = run();
  std::vector<CaseRecord> after = run();
  after[1] = record("b", VerdictKind::conforms, {{"E-TX-001", 9, 0, {}}});
  const Triage triage = triage_of(before, after);
  EXPECT_THAT(triage.fixed_errata, ElementsAre("E-TX-001"));
  EXPECT_EQ(triage.of(Change::fixed), 1U);
  EXPECT_FALSE(triage.news);
  const Triage back = triage_of(after, before);
  EXPECT_EQ(back.of(Change::known), 1U);
  EXPECT_TRUE(back.news);
  EXPECT_TRUE(back.fixed_errata.empty());
}

TEST(Errata, AFailureThatAnErratumNowExplainsIsNoNews) {
  const std::vector<CaseRecord> before{record("b", VerdictKind::deviates, {})};
  const std::vector<CaseRecord> after{run()[1]};
  EXPECT_EQ(change_of(before.data(), after.data()), Change::explained);
  EXPECT_FALSE(triage_of(before, after).news);
}

}  // namespace
}  // namespace assay::reports
