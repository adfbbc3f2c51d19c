// SPDX-License-Identifier: Apache-2.0
// Laws of the history of runs.
#include "reports/findings/history.hpp"

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
  const Night night = night_of(records, {}, run_info());
  EXPECT_EQ(night.judged, 7U);
  EXPECT_EQ(night.failed, 6U);
  ASSERT_EQ(night.cells.size(), 1U);
  const NightCell& cell = night.cells.at("TRSQRT f16");
  EXPECT_EQ(cell.judged, 7U);
  EXPECT_EQ(cell.failed, 6U);
  EXPECT_EQ(cell.worst_ulp, std::numeric_limits<double>::infinity());
  EXPECT_DOUBLE_EQ(night.pass_rate().value(), 1.0 / 7);
  EXPECT_FALSE(night_of({}, {}, run_info()).pass_rate());
}

TEST(History, CountsAFlakyCaseAsFlakyAndAsFailedAndNeverAsAPass) {
  const std::vector<CaseRecord> records{flaky_record(), record_with(VerdictKind::conforms)};
  const Night night = night_of(records, {}, run_info());
  EXPECT_EQ(night.judged, 2U);
  EXPECT_EQ(night.flaky, 1U);
  EXPECT_EQ(night.failed, 1U);
  EXPECT_EQ(night.cells.at("TRSQRT f16").failed, 1U);
  EXPECT_DOUBLE_EQ(night.pass_rate().value(), 0.5);
  EXPECT_EQ(night_from_json(to_json(night)).flaky, 1U);
}

TEST(History, ReadsBackWhatItWrote) {
  std::vector<CaseRecord> records = one_of_each();
  records.front().verdict.max_ulp = 0.1;
  const std::vector<Finding> findings{finding("1"), finding("2")};
  const std::string text = to_json(night_of(records, findings, run_info()));
  EXPECT_EQ(to_json(night_from_json(text)), text);
  EXPECT_EQ(night_from_json(text).cells.at("TRSQRT f16").worst_ulp, 0.1);
}

TEST(History, RefusesWhatIsNoNight) {
  for (const char* bad : {"", "{}", "[1]", R"({"version": 99})"}) {
    EXPECT_THROW(night_from_json(bad), std::runtime_error) << bad;
  }
}

// Those of the first version have no checksum that would show a change.
TEST(History, RefusesANumberThatIsNoWholeOne) {
  const std::string plain =
      R"({"version": 1, "night": "n", "backend": "b", "suite": "s", "seed": 7, "judged": 1,)"
      R"( "failed": 0, "flaky": 0, "cells": {}, "findings": []})";
  EXPECT_EQ(night_from_json(plain).seed, 7U);
  for (const char* seed : {"99999999999999999991", "1e300", "7.0"}) {
    std::string bad = plain;
    bad.replace(bad.find("7,"), 1, seed);
    EXPECT_THAT([&] { night_from_json(bad); },
                testing::ThrowsMessage<std::runtime_error>(testing::HasSubstr("not a whole one")));
  }
}

TEST(History, DatesAFindingByTheFirstNightThatHasIt) {
  Night first;
  first.night = "2026-01-01T00:00:00Z";
  first.findings = {{"1", "", 1}};
  Night second;
  second.night = "2026-01-02T00:00:00Z";
  second.findings = {{"1", "", 1}, {"2", "", 1}};
  std::vector<Finding> findings{finding("1"), finding("2"), finding("3")};
  const std::vector<Night> history{second, first};
  date_findings(findings, history, "2026-01-03T00:00:00Z");
  EXPECT_EQ(findings[0].first_seen, first.night);
  EXPECT_EQ(findings[1].first_seen, second.night);
  EXPECT_EQ(findings[2].first_seen, "2026-01-03T00:00:00Z");
}

Night night_with(const std::string& start, const std::string& backend,
                 std::vector<NightFinding> findings) {
  Night night;
  night.night = start;
  night.backend = backend;
  night.judged = 10;
  night.failed = findings.size();
  night.findings = std::move(findings);
  return night;
}

Night stopped_night(const std::string& start, std::vector<NightFinding> findings) {
  Night night = night_with(start, "board", std::move(findings));
  night.completion = {.planned = 14, .ran = 10, .not_run = 4, .stopped = "out of time"};
  return night;
}

TEST(Trend, ClosesNoFindingByANightThatWasStopped) {
  const std::vector<Night> nights{night_with("1", "board", {{"a", "first", 1}}),
                                  stopped_night("2", {{"b", "second", 1}}),
                                  night_with("3", "board", {{"a", "first", 1}})};
  const std::vector<TrendStep> steps = trend_of(nights);
  EXPECT_TRUE(steps[1].closed.empty());
  EXPECT_EQ(steps[1].opened.size(), 1U);
  EXPECT_TRUE(steps[2].opened.empty());
  EXPECT_EQ(steps[2].closed.size(), 1U);
}

TEST(Trend, NamesANightThatWasStopped) {
  const std::vector<Night> nights{stopped_night("2", {})};
  std::ostringstream text;
  print_trend(text, nights, false);
  for (const std::string& said : {text.str(), trend_as_markdown(nights)}) {
    EXPECT_THAT(said, testing::HasSubstr("100.00 % so far"));
    EXPECT_THAT(said, testing::HasSubstr("Stopped: 10 of 14 cases ran. Reason: out of time."));
  }
  EXPECT_THAT(trend_as_json(nights), testing::HasSubstr("\"complete\": false"));
  EXPECT_EQ(night_from_json(to_json(nights[0])).completion, nights[0].completion);
}

TEST(History, DoesNotTakeCasesOfAStoppedNightForJudged) {
  const RunInfo info{.suite = "s", .seed = 7};
  Night night = stopped_night("1", {});
  night.suite = "s";
  night.seed = 7;
  EXPECT_FALSE(past_of(night, info).same_cases);
  night.completion = Completion{.planned = 10, .ran = 10};
  EXPECT_TRUE(past_of(night, info).same_cases);
}

TEST(Trend, OpensAndClosesFindingsBetweenNightsOfOneBackend) {
  const std::vector<Night> nights{night_with("1", "board", {{"a", "first", 1}}),
                                  night_with("2", "simulator", {}),
                                  night_with("3", "board", {{"b", "second", 1}, {"a", "first", 1}}),
                                  night_with("4", "board", {{"b", "second", 1}})};
  const std::vector<TrendStep> steps = trend_of(nights);
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
  std::vector<Night> nights{night_with("1", "board", {})};
  nights.front().flaky = 7;
  nights.front().failed = 8;
  std::ostringstream text;
  print_trend(text, nights, false);
  EXPECT_EQ(occurrences(text.str(), "flaky"), 1U);
  EXPECT_EQ(occurrences(text.str(), " 20.00 %    7"), 1U) << text.str();
  EXPECT_EQ(occurrences(trend_as_markdown(nights), "| 20.00 % | 7 | 0 | 0 | 0 |"), 1U);
}

TEST(Trend, ShowsACellOnlyWhereItMoved) {
  std::vector<Night> nights{night_with("1", "board", {}), night_with("2", "board", {})};
  for (Night& night : nights) night.cells["TSEL f32"] = {10, 0, 0.5};
  std::ostringstream same;
  print_trend(same, nights, false);
  EXPECT_EQ(occurrences(same.str(), "TSEL"), 0U);
  nights[1].cells["TSEL f32"].worst_ulp = 0.75;
  std::ostringstream moved;
  print_trend(moved, nights, false);
  EXPECT_EQ(occurrences(moved.str(), "TSEL"), 2U);
  EXPECT_EQ(occurrences(moved.str(), "0.75 ulp"), 1U);
}

}  // namespace
}  // namespace assay::reports
