// SPDX-License-Identifier: Apache-2.0
// Laws of the summary.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "reports/text/run_report.hpp"
#include "reports/words/fixtures_test.hpp"

namespace assay::reports {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string summary(const std::vector<CaseRecord>& records, bool colour = false) {
  std::ostringstream out;
  print_summary(out, records, run_info(), colour);
  return out.str();
}

TEST(Summary, CountsOfACellAddUpToItsCases) {
  // conforms / deviates / five other failures / target-defined / unsupported / distrusted,
  // undecidable or infra
  std::vector<CaseRecord> records = one_of_each();
  records.push_back(record_with(VerdictKind::undecidable));
  EXPECT_THAT(summary(records), HasSubstr("TRSQRT  f16    1/1/5/1/1/3\n"));
  EXPECT_THAT(summary(records), HasSubstr("1 undecidable: within bounds"));
}

TEST(Summary, HasARowPerOpAndDtypeAndAColumnPerTarget) {
  std::vector<CaseRecord> records(3, record_with(VerdictKind::conforms));
  records[1].dtype = "f32";
  records[1].target = "a2a3";
  records[1].verdict.max_ulp = 0.4375;
  records[2].op = "TLOAD";
  EXPECT_THAT(summary(records), HasSubstr("op      dtype  a2a3                     a5\n"
                                          "TLOAD   f16    -                        1/0/0/0/0/0\n"
                                          "TRSQRT  f32    1/0/0/0/0/0  0.4375 ulp  -\n"
                                          "TRSQRT  f16    -                        1/0/0/0/0/0\n"));
}

std::string notable(const std::vector<CaseRecord>& records) {
  std::ostringstream out;
  print_summary(out, records, run_info(), false, {}, TableRows::notable);
  return out.str();
}

TEST(Summary, TellsOfRowsThatConformInOneLine) {
  std::vector<CaseRecord> records(5, record_with(VerdictKind::conforms));
  records[1] = record_with(VerdictKind::deviates, Deviation::value);
  records[2].dtype = "f32";
  records[3].op = records[4].op = "TLOAD";
  EXPECT_THAT(notable(records),
              AllOf(HasSubstr("TRSQRT  f16    1/1/0/0/0/0\ncases: "),
                    HasSubstr("\n1 more op and 1 more dtype of these ops conform: 3 cases (--all "
                              "shows them)\n"),
                    Not(HasSubstr("TLOAD  "))));
  records[1] = record_with(VerdictKind::conforms);
  EXPECT_THAT(notable(records), HasSubstr("\n2 ops conform: 5 cases (--all shows them)\n"));
  RunInfo stopped = run_info();
  stopped.completion = {.planned = 9, .ran = 5, .not_run = 4, .stopped = "out of time"};
  std::ostringstream out;
  print_summary(out, records, stopped, false, {}, TableRows::notable);
  EXPECT_THAT(out.str(), HasSubstr("\n2 ops conform so far: 5 cases (--all shows them)\n"));
}

TEST(Summary, BeginsWithTheAnswerAndEndsWithItAfterFailures) {
  std::vector<CaseRecord> records(3, record_with(VerdictKind::conforms));
  EXPECT_THAT(summary(records), testing::StartsWith("Conforms: none of 3 judged cases failed"));
  records[1] = record_with(VerdictKind::deviates, Deviation::value);
  const std::string text = summary(records);
  EXPECT_THAT(text, testing::StartsWith("Does not conform: 1 of 3 judged cases failed"));
  const std::string first = text.substr(0, text.find('\n') + 1);
  EXPECT_THAT(text, testing::EndsWith("\n" + first));
  EXPECT_LT(text.find("a reason"), text.find("op      dtype"));
}

TEST(Summary, HasALineInPlaceOfALongTable) {
  std::vector<CaseRecord> records;
  for (int k = 0; k < 30; ++k) {
    records.push_back(record_with(k < 3 ? VerdictKind::deviates : VerdictKind::known_deviation));
    records.back().op = fmt::format("TOP{}", k);
  }
  records.push_back(record_with(VerdictKind::conforms));
  records.push_back(record_with(VerdictKind::unsupported));
  records.back().op = "TNONE";
  EXPECT_THAT(
      notable(records),
      HasSubstr("32 ops: 3 with failures (TOP0, TOP1, TOP2), 1 with a type of which nothing "
                "was judged (TNONE), 27 with known deviations and no failure; --all shows "
                "a table\n"));
  EXPECT_THAT(notable(records), Not(HasSubstr("op     dtype")));
  EXPECT_THAT(summary(records), HasSubstr("TOP29   f16"));
}

TEST(Summary, ShowsWhatWasNotJudged) {
  for (const VerdictKind kind :
       {VerdictKind::infra, VerdictKind::known_deviation, VerdictKind::timed_out}) {
    EXPECT_THAT(notable({record_with(kind), record_with(VerdictKind::conforms)}),
                AllOf(HasSubstr("TRSQRT  f16"), Not(HasSubstr("--all"))));
  }
  for (const VerdictKind kind :
       {VerdictKind::unsupported, VerdictKind::distrusted, VerdictKind::target_defined}) {
    EXPECT_THAT(notable({record_with(kind)}), HasSubstr("TRSQRT  f16"));
    EXPECT_THAT(notable({record_with(kind), record_with(VerdictKind::conforms)}),
                HasSubstr("1 op conforms: 2 cases (--all shows them)"));
  }
}

TEST(Summary, ListsTheFirstTenFailuresWithTheirReplayLines) {
  std::vector<CaseRecord> records(12, record_with(VerdictKind::deviates, Deviation::value));
  for (std::size_t k = 0; k < records.size(); ++k) records[k].name = "case" + std::to_string(k);
  const std::string text = summary(records);
  EXPECT_THAT(text, HasSubstr("First 10 of 12 failures\n"));
  EXPECT_THAT(text, HasSubstr("  case9\n    deviates (value): a reason\n    assay replay case9\n"));
  EXPECT_THAT(text, Not(HasSubstr("case10")));
}

TEST(Summary, SaysWhatItDidNotShowAndHowFastItWas) {
  std::vector<CaseRecord> records = one_of_each();
  records[0].verdict.target_defined = 5;
  const std::string text = summary(records);
  EXPECT_THAT(text, HasSubstr("cases not shown: 1 unsupported, 1 target-defined (5 elements "
                              "recorded in all), 1 distrusted, 1 infra\n"));
  EXPECT_THAT(text, HasSubstr("11 cases in 2.0 s (6 cases/s), backend simulator"));
}

TEST(Summary, CountsFlakyCasesApart) {
  EXPECT_THAT(summary(one_of_each()),
              HasSubstr("1 flaky: failed in some executions and not in others\n"));
  EXPECT_THAT(summary({record_with(VerdictKind::conforms)}), Not(HasSubstr("flaky")));
}

TEST(Summary, UsesColourOnlyWhenAsked) {
  EXPECT_THAT(summary(one_of_each()), Not(HasSubstr("\x1b")));
  EXPECT_THAT(summary(one_of_each(), true), HasSubstr("\x1b[31m"));
}

TEST(Summary, KeepsTheBytesOfAReasonFromTheTerminal) {
  auto record = record_with(VerdictKind::crashed);
  record.verdict.reason = "died \x1b[2J";
  EXPECT_THAT(summary({record}), HasSubstr("died \\x1b[2J"));
}

}  // namespace
}  // namespace assay::reports
