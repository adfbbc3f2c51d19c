// SPDX-License-Identifier: Apache-2.0
// Laws of the history of runs.
#include "reports/findings/history.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "reports/findings/trend.hpp"
#include "reports/words/fixtures_test.hpp"

namespace assay::reports {
namespace {

Finding finding(const std::string& id) {
  Finding one;
  one.id = id;
  one.title = "title of " + id;
  one.failing = 3;
  return one;
}

TEST(History, CountsJudgedCasesPerOpAndDtype) {
  std::vector<CaseRecord> records = one_of_each();
  records.front().verdict.max_ulp = 0.25;
  records[1].verdict.max_ulp = std::numeric_limits<double>::infinity();
  const RunSummary summary = summary_of(records, {}, run_info());
  EXPECT_EQ(summary.judged, 7U);
  EXPECT_EQ(summary.failed, 6U);
  ASSERT_EQ(summary.cells.size(), 1U);
  const RunSummaryCell& cell = summary.cells.at("TRSQRT f16");
  EXPECT_EQ(cell.judged, 7U);
  EXPECT_EQ(cell.failed, 6U);
  EXPECT_EQ(cell.worst_ulp, std::numeric_limits<double>::infinity());
  EXPECT_DOUBLE_EQ(summary.pass_rate().value(), 1.0 / 7);
  EXPECT_FALSE(summary_of({}, {}, run_info()).pass_rate());
}

TEST(History, CountsAFlakyCaseAsFlakyAndAsFailedAndNeverAsAPass) {
  const std::vector<CaseRecord> records{flaky_record(), record_with(VerdictKind::conforms)};
  const RunSummary summary = summary_of(records, {}, run_info());
  EXPECT_EQ(summary.judged, 2U);
  EXPECT_EQ(summary.flaky, 1U);
  EXPECT_EQ(summary.failed, 1U);
  EXPECT_EQ(summary.cells.at("TRSQRT f16").failed, 1U);
  EXPECT_DOUBLE_EQ(summary.pass_rate().value(), 0.5);
  EXPECT_EQ(run_summary_from_json(to_json(summary)).flaky, 1U);
}

TEST(History, ReadsBackWhatItWrote) {
  std::vector<CaseRecord> records = one_of_each();
  records.front().verdict.max_ulp = 0.1;
  const std::vector<Finding> findings{finding("1"), finding("2")};
  const std::string text = to_json(summary_of(records, findings, run_info()));
  EXPECT_EQ(to_json(run_summary_from_json(text)), text);
  EXPECT_EQ(run_summary_from_json(text).cells.at("TRSQRT f16").worst_ulp, 0.1);
}

TEST(History, RefusesWhatIsNoSummary) {
  for (const char* bad : {"", "{}", "[1]", R"({"version": 99})"}) {
    EXPECT_THROW(run_summary_from_json(bad), std::runtime_error) << bad;
  }
}

// Those of the first version have no checksum that would show a change.
TEST(History, RefusesANumberThatIsNoWholeOne) {
  const std::string plain =
      R"({"version": 1, "night": "n", "backend": "b", "suite": "s", "seed": 7, "judged": 1,)"
      R"( "failed": 0, "flaky": 0, "cells": {}, "findings": []})";
  EXPECT_EQ(run_summary_from_json(plain).seed, 7U);
  EXPECT_EQ(run_summary_from_json(plain).started, "n") << "the key before version 3";
  for (const char* seed : {"99999999999999999991", "1e300", "7.0"}) {
    std::string bad = plain;
    bad.replace(bad.find("7,"), 1, seed);
    EXPECT_THAT([&] { run_summary_from_json(bad); },
                testing::ThrowsMessage<std::runtime_error>(testing::HasSubstr("not a whole one")));
  }
}

TEST(History, DatesAFindingByTheFirstRunThatHasIt) {
  RunSummary first;
  first.started = "2026-01-01T00:00:00Z";
  first.findings = {{"1", "", 1}};
  RunSummary second;
  second.started = "2026-01-02T00:00:00Z";
  second.findings = {{"1", "", 1}, {"2", "", 1}};
  std::vector<Finding> findings{finding("1"), finding("2"), finding("3")};
  const std::vector<RunSummary> history{second, first};
  date_findings(findings, history, "2026-01-03T00:00:00Z");
  EXPECT_EQ(findings[0].first_seen, first.started);
  EXPECT_EQ(findings[1].first_seen, second.started);
  EXPECT_EQ(findings[2].first_seen, "2026-01-03T00:00:00Z");
}

RunSummary summary_with(const std::string& start, const std::string& backend,
                        std::vector<SummarizedFinding> findings) {
  RunSummary summary;
  summary.started = start;
  summary.backend = backend;
  summary.judged = 10;
  summary.failed = findings.size();
  summary.findings = std::move(findings);
  return summary;
}

RunSummary stopped_summary(const std::string& start, std::vector<SummarizedFinding> findings) {
  RunSummary summary = summary_with(start, "board", std::move(findings));
  summary.completion = {.planned = 14, .ran = 10, .not_run = 4, .stopped = "out of time"};
  return summary;
}

TEST(Trend, ClosesNoFindingByARunThatWasStopped) {
  const std::vector<RunSummary> summaries{summary_with("1", "board", {{"a", "first", 1}}),
                                          stopped_summary("2", {{"b", "second", 1}}),
                                          summary_with("3", "board", {{"a", "first", 1}})};
  const std::vector<TrendStep> steps = trend_of(summaries);
  EXPECT_TRUE(steps[1].closed.empty());
  EXPECT_EQ(steps[1].opened.size(), 1U);
  EXPECT_TRUE(steps[2].opened.empty());
  EXPECT_EQ(steps[2].closed.size(), 1U);
}

TEST(Trend, NamesARunThatWasStopped) {
  const std::vector<RunSummary> summaries{stopped_summary("2", {})};
  std::ostringstream text;
  print_trend(text, summaries, false);
  for (const std::string& said : {text.str(), trend_as_markdown(summaries)}) {
    EXPECT_THAT(said, testing::HasSubstr("100.00 % so far"));
    EXPECT_THAT(said, testing::HasSubstr("Stopped: 10 of 14 cases ran. Reason: out of time."));
  }
  EXPECT_THAT(trend_as_json(summaries), testing::HasSubstr("\"complete\": false"));
  EXPECT_EQ(run_summary_from_json(to_json(summaries[0])).completion, summaries[0].completion);
}

TEST(History, DoesNotTakeCasesOfAStoppedRunForJudged) {
  const RunInfo info{.suite = "s", .seed = 7};
  RunSummary summary = stopped_summary("1", {});
  summary.suite = "s";
  summary.seed = 7;
  EXPECT_FALSE(previous_run_of(summary, info).same_cases);
  summary.completion = Completion{.planned = 10, .ran = 10};
  EXPECT_TRUE(previous_run_of(summary, info).same_cases);
}

TEST(Trend, OpensAndClosesFindingsBetweenRunsOfOneBackend) {
  const std::vector<RunSummary> summaries{
      summary_with("1", "board", {{"a", "first", 1}}), summary_with("2", "simulator", {}),
      summary_with("3", "board", {{"b", "second", 1}, {"a", "first", 1}}),
      summary_with("4", "board", {{"b", "second", 1}})};
  const std::vector<TrendStep> steps = trend_of(summaries);
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_EQ(steps[0].opened.size(), 1U);
  EXPECT_TRUE(steps[1].opened.empty() && steps[1].closed.empty());
  ASSERT_EQ(steps[2].opened.size(), 1U);
  EXPECT_EQ(steps[2].opened[0].id, "b");
  EXPECT_TRUE(steps[2].closed.empty());
  ASSERT_EQ(steps[3].closed.size(), 1U);
  EXPECT_EQ(steps[3].closed[0].title, "first");
}

TEST(Trend, ShowsFlakyCasesInAColumnOfTheirOwn) {
  std::vector<RunSummary> summaries{summary_with("1", "board", {})};
  summaries.front().flaky = 7;
  summaries.front().failed = 8;
  std::ostringstream text;
  print_trend(text, summaries, false);
  EXPECT_EQ(occurrences(text.str(), "flaky"), 1U);
  EXPECT_EQ(occurrences(text.str(), " 20.00 %    7"), 1U) << text.str();
  EXPECT_EQ(occurrences(trend_as_markdown(summaries), "| 20.00 % | 7 | 0 | 0 | 0 |"), 1U);
}

TEST(Trend, ShowsTwentyRowsAndHowManyMoreThereAre) {
  std::vector<RunSummary> summaries{summary_with("1", "board", {}), summary_with("2", "board", {})};
  for (int k = 0; k < 23; ++k) {
    const std::string name = fmt::format("T{:02} f16", k);
    summaries[0].cells[name] = {10, 0, 0.5};
    summaries[1].cells[name] = {10, 1 + static_cast<std::size_t>(k) % 9, 0.5};
  }
  std::ostringstream text;
  print_trend(text, summaries, false);
  EXPECT_EQ(occurrences(text.str(), " of 10"), 2 * 20U) << text.str();
  EXPECT_THAT(text.str(), testing::HasSubstr("and 3 more rows that changed less lately"));
}

TEST(Trend, ShowsFirstWhatIsWorseInTheLastRun) {
  std::vector<RunSummary> summaries{summary_with("1", "board", {}), summary_with("2", "board", {})};
  summaries[0].cells = {
      {"TADD f16", {10, 0, 0.5}}, {"TEXP f16", {10, 5, 2.0}}, {"TROWSUM f32", {54, 0, 4096.0}}};
  summaries[1].cells = {
      {"TADD f16", {10, 1, 9.0}}, {"TEXP f16", {10, 0, 0.5}}, {"TROWSUM f32", {54, 34, 9.875}}};
  std::ostringstream out;
  print_trend(out, summaries, false);
  const std::string text = out.str();
  // More failures are worse even where the largest distance of those that have one is smaller.
  EXPECT_THAT(text, testing::ContainsRegex("TROWSUM f32  worse +1 .*\n.*TROWSUM f32  worse +2 "));
  EXPECT_LT(text.find("TROWSUM"), text.find("TADD"));
  EXPECT_LT(text.find("TADD"), text.find("TEXP f16     better"));
}

TEST(Trend, ShowsACellOnlyWhereItMoved) {
  std::vector<RunSummary> summaries{summary_with("1", "board", {}), summary_with("2", "board", {})};
  for (RunSummary& summary : summaries) summary.cells["TSEL f32"] = {10, 0, 0.5};
  std::ostringstream same;
  print_trend(same, summaries, false);
  EXPECT_EQ(occurrences(same.str(), "TSEL"), 0U);
  summaries[1].cells["TSEL f32"].worst_ulp = 0.75;
  std::ostringstream moved;
  print_trend(moved, summaries, false);
  EXPECT_EQ(occurrences(moved.str(), "TSEL"), 2U);
  EXPECT_EQ(occurrences(moved.str(), "0.75 ulp"), 1U);
}

}  // namespace
}  // namespace assay::reports
