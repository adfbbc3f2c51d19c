// SPDX-License-Identifier: Apache-2.0
// Laws of the short text of a run.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "reports/findings/extras.hpp"
#include "reports/text/run_report.hpp"
#include "reports/words/fixtures_test.hpp"

namespace assay::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Finding finding_named(const std::string& id, std::size_t failing) {
  Finding finding;
  finding.id = id;
  finding.title = fmt::format("T{} a5: wrong where valid_cols % 8 != 0", id);
  finding.failing = failing;
  finding.passing = 2;
  finding.replay = fmt::format("assay replay T{}/plain", id);
  return finding;
}

std::string text_of(const ReportExtras& extras) {
  return as_markdown(one_of_each(), run_info(), extras);
}

TEST(Markdown, ListsFindingsWithCoverageAndReplayLine) {
  ReportExtras extras;
  extras.findings = {finding_named("A", 11), finding_named("B", 3)};
  const std::string text = text_of(extras);
  EXPECT_THAT(text, StartsWith("**Does not conform: "));
  EXPECT_THAT(text,
              HasSubstr("2 findings:\n\n- **TA a5: wrong where valid\\_cols % 8 != 0** (A; 11 "
                        "of 13 cases fail)  \n  `assay replay TA/plain`\n"
                        "- **TB"));
  EXPECT_THAT(text, Not(HasSubstr("more")));
  EXPECT_THAT(text, Not(HasSubstr("new")));
}

TEST(Markdown, SaysWhatIsNewFirstAndWhatIsWaivedLast) {
  ReportExtras extras;
  extras.findings = {finding_named("A", 11), finding_named("B", 3), finding_named("C", 2)};
  extras.findings[0].waived = 11;
  extras.triage.emplace();
  extras.triage->opened = {"C"};
  const std::string text = text_of(extras);
  EXPECT_THAT(text, HasSubstr("3 findings, 1 new:\n\n- **new: TC"));
  EXPECT_LT(text.find("TC a5"), text.find("TB a5"));
  EXPECT_LT(text.find("TB a5"), text.find("TA a5"));
  EXPECT_THAT(text, HasSubstr("11 of 13 cases fail (11 waived)"));
}

TEST(Markdown, SaysHowManyFindingsAndCasesWereLeftOut) {
  ReportExtras extras;
  for (std::size_t i = 0; i < 25; ++i) extras.findings.push_back(finding_named("x", 100 - i));
  extras.triage.emplace();
  extras.triage->opened = {"x"};
  EXPECT_THAT(text_of(extras),
              HasSubstr("- and 15 more findings, 15 of them new, with 1,245 failing "
                        "cases: see assay findings\n"));
  EXPECT_EQ(occurrences(text_of(extras), "assay replay"), 10U);
}

TEST(Markdown, IsShortHoweverLongTitlesAndNamesAre) {
  ReportExtras extras;
  for (std::size_t i = 0; i < 400; ++i) extras.findings.push_back(finding_named("x", 5));
  for (Finding& one : extras.findings) {
    one.title = std::string(5000, '_');
    one.replay = "assay replay " + std::string(300, 'n');
  }
  const std::string text = text_of(extras);
  EXPECT_LT(text.size(), 4000U);
  EXPECT_LT(occurrences(text, "\n"), 30U);
  const std::size_t shown = occurrences(text, "assay replay");
  EXPECT_GE(shown, 3U);
  EXPECT_THAT(text, HasSubstr(fmt::format("- and {} more findings", 400 - shown)));
  extras.findings.resize(1);
  extras.findings[0].replay = std::string(5000, 'n');
  EXPECT_LT(text_of(extras).size(), 4000U);
  EXPECT_THAT(text_of(extras), HasSubstr("\n  replay line: see assay findings\n"));
}

TEST(Csv, HasTheFieldsOfARecordItsVerdictAndItsWorstElement) {
  EXPECT_EQ(cases_as_csv({}),
            "index,name,op,form,target,dtype,dtypes,intent,plan,scenario,backend,attribution,"
            "verdict,deviation,executions,failed_executions,compared,wrong,target_defined,"
            "alternative,max_ulp,mean_relative_error,max_relative_error,worst_operand,worst_row,"
            "worst_col,worst_expected,worst_got,reason,errata,assembler\r\n");
  CaseRecord record = record_with(VerdictKind::deviates, Deviation::value);
  record.index = 5;
  record.scenario = "some";
  record.attribution = "first, wrong";
  record.executions = 4;
  record.failed_executions = 3;
  record.verdict = {
      .kind = VerdictKind::deviates,
      .deviation = Deviation::value,
      .assembler = AssemblerFinding::wrong_code,
      .reason = "=1+1",
      .compared = 12,
      .wrong = 11,
      .target_defined = 10,
      .alternative = 9,
      .max_ulp = 2.5,
      .relative = {.elements = 2, .sum = 1, .largest = 0.75},
      .worst = WorstElement{.operand = "dst", .row = 1, .col = 2, .expected = 0x3c00, .got = 255},
      .errata = {{.number = "E-1", .shown = 1}, {.number = "E-2"}, {.number = "E-3", .shown = 2}}};
  const std::string table = cases_as_csv(std::vector{record});
  EXPECT_EQ(table.substr(table.find('\n') + 1),
            "5,\"TRSQRT/plain/a5/f16,f16/16x16/v3x4/uniform@00000001\",TRSQRT,plain,a5,f16,"
            "\"f16,f16\",inside,uniform,some,simulator,\"first, wrong\",deviates,value,4,3,12,11,"
            "10,9,2.5,0.5,0.75,dst,1,2,0x3c00,0xff,'=1+1,E-1;E-3,wrong_code\r\n");
}

TEST(Markdown, SaysWithCsvAndSummaryThatARunWasStopped) {
  RunInfo info = run_info();
  info.completion = {.planned = 14, .ran = 1, .not_run = 13, .stopped = "out of time"};
  const std::vector<CaseRecord> records{record_with(VerdictKind::conforms)};
  EXPECT_THAT(as_markdown(records, info, {}), HasSubstr("Stopped: 1 of 14 cases ran"));
  const std::string table = cases_as_csv(records, info);
  const std::string last = table.substr(table.rfind("\r\n", table.size() - 3) + 2);
  EXPECT_THAT(last, testing::StartsWith(","));
  EXPECT_THAT(last, HasSubstr(",not_run,"));
  EXPECT_THAT(last, HasSubstr(",Stopped: 1 of 14 cases ran. Reason: out of time.,"));
  EXPECT_EQ(std::ranges::count(last, ','), std::ranges::count(cases_as_csv({}), ','));
  EXPECT_THAT(cases_as_csv(records), testing::Not(HasSubstr("not_run")));
  const std::string summary = summary_as_json(records, info);
  EXPECT_THAT(summary, HasSubstr("\"complete\": false"));
  EXPECT_THAT(summary, HasSubstr("\"exit_code\": 3"));
  EXPECT_THAT(summary, HasSubstr("\"answer\": \"stopped\""));
}

TEST(Markdown, HasNoListWithoutFindings) {
  const std::string text = text_of({});
  EXPECT_THAT(text, Not(HasSubstr("finding")));
  EXPECT_THAT(text, HasSubstr("\n\n1 conforms, "));
}

TEST(Markdown, CountsNothingWhereThereIsNothing) {
  const std::string text = as_markdown({}, run_info(), {});
  EXPECT_THAT(text, HasSubstr("none of 0 cases conforms or fails.**\n\n\nSuite "));
}

TEST(Markdown, SaysThatAWaiverFailsTheRun) {
  ReportExtras extras;
  extras.waived.uses.push_back({.waiver = {}, .state = WaiverUse::State::expired});
  EXPECT_THAT(text_of(extras), HasSubstr("\nA waiver expired or was not needed.\n"));
}

}  // namespace
}  // namespace assay::reports
