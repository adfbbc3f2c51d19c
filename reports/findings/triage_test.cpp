// SPDX-License-Identifier: Apache-2.0
// Laws of comparing two runs, against a table written by hand.
#include "reports/findings/triage.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

#include "reports/words/fixtures_test.hpp"

namespace assay::reports {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

CaseRecord named(const std::string& name, VerdictKind kind) {
  // The verdict of a flaky case contains the failure as well.
  CaseRecord record =
      record_with(kind, kind == VerdictKind::flaky ? Deviation::value : Deviation::none);
  record.name = name;
  return record;
}

Change between(VerdictKind was, VerdictKind now) {
  const CaseRecord before = named("a", was);
  const CaseRecord after = named("a", now);
  return change_of(&before, &after);
}

TEST(Triage, CallsACaseFixedThatFailedBefore) {
  EXPECT_EQ(between(VerdictKind::crashed, VerdictKind::conforms), Change::fixed);
  EXPECT_EQ(between(VerdictKind::unsupported, VerdictKind::conforms), Change::same);
}

TEST(Triage, CallsAFailureNewThatWasNoneBefore) {
  EXPECT_EQ(between(VerdictKind::conforms, VerdictKind::deviates), Change::fresh);
  EXPECT_EQ(between(VerdictKind::unsupported, VerdictKind::timed_out), Change::fresh);
  EXPECT_EQ(between(VerdictKind::deviates, VerdictKind::crashed), Change::persisting);
  const CaseRecord failing = named("a", VerdictKind::deviates);
  EXPECT_EQ(change_of(nullptr, &failing), Change::fresh);
}

TEST(Triage, CallsACaseFlakyWhateverItWasBefore) {
  for (const VerdictKind was : {VerdictKind::conforms, VerdictKind::deviates, VerdictKind::infra,
                                VerdictKind::unsupported, VerdictKind::flaky}) {
    EXPECT_EQ(between(was, VerdictKind::flaky), Change::flaky);
  }
  const CaseRecord flaky = named("a", VerdictKind::flaky);
  EXPECT_EQ(change_of(nullptr, &flaky), Change::flaky);
}

TEST(Triage, TakesAFlakyCaseForAFailureAndNotForAPassThatComesBack) {
  EXPECT_EQ(between(VerdictKind::flaky, VerdictKind::conforms), Change::fixed);
  EXPECT_EQ(between(VerdictKind::flaky, VerdictKind::deviates), Change::persisting);
  EXPECT_EQ(between(VerdictKind::flaky, VerdictKind::infra), Change::lost);
}

TEST(Triage, HasNewsOfACaseThatBecomesFlakyAndNoneOfOneThatStaysSo) {
  const std::vector<CaseRecord> steady{named("a", VerdictKind::conforms)};
  const std::vector<CaseRecord> flaky{named("a", VerdictKind::flaky)};
  EXPECT_TRUE(triage_of(steady, flaky).news);
  EXPECT_TRUE(triage_of({}, flaky).news);
  EXPECT_FALSE(triage_of(flaky, flaky).news);
  EXPECT_FALSE(triage_of(steady, flaky, {true}).news);
  EXPECT_FALSE(triage_of(flaky, steady).news);
}

TEST(Triage, CallsCoverageLostWhatWasJudgedAndIsNot) {
  for (const VerdictKind now : {VerdictKind::distrusted, VerdictKind::infra}) {
    EXPECT_EQ(between(VerdictKind::conforms, now), Change::lost);
    EXPECT_EQ(between(VerdictKind::deviates, now), Change::lost);
    EXPECT_EQ(between(VerdictKind::unsupported, now), Change::same);
  }
  const CaseRecord judged = named("a", VerdictKind::conforms);
  EXPECT_EQ(change_of(&judged, nullptr), Change::lost);
}

TEST(Triage, SeesAnotherOutcomeOfATargetDefinedCase) {
  CaseRecord before = named("a", VerdictKind::target_defined);
  CaseRecord after = before;
  EXPECT_EQ(change_of(&before, &after), Change::same);
  after.verdict.reason = "another outcome";
  EXPECT_EQ(change_of(&before, &after), Change::target_defined);
}

TEST(Triage, SeesAccuracyDriftBothWaysAndMindsTheWorseAlone) {
  CaseRecord low = named("a", VerdictKind::conforms);
  CaseRecord high = low;
  low.verdict.max_ulp = 0.5;
  high.verdict.max_ulp = 0.75;
  const std::vector<CaseRecord> lows{low};
  const std::vector<CaseRecord> highs{high};
  const Triage worse = triage_of(lows, highs);
  EXPECT_EQ(worse.of(Change::drifted), 1U);
  EXPECT_TRUE(worse.news);
  const Triage better = triage_of(highs, lows);
  EXPECT_EQ(better.of(Change::drifted), 1U);
  EXPECT_FALSE(better.news);
  EXPECT_FALSE(triage_of(highs, highs).news);
}

TEST(Triage, HasNoNewsOfWaivedPersistingAndFixedCases) {
  const std::vector<CaseRecord> before{named("a", VerdictKind::conforms),
                                       named("b", VerdictKind::deviates),
                                       named("c", VerdictKind::deviates)};
  const std::vector<CaseRecord> after{named("a", VerdictKind::crashed),
                                      named("b", VerdictKind::conforms),
                                      named("c", VerdictKind::deviates)};
  EXPECT_TRUE(triage_of(before, after).news);
  EXPECT_FALSE(triage_of(before, after, {true, false, false}).news);
  EXPECT_TRUE(triage_of(before, after, {false, true, true}).news);
}

TEST(Triage, TakesNothingThatAStoppedRunDidNotReachForNewOrClosed) {
  CaseRecord edge = named("b", VerdictKind::conforms);
  edge.intent = "edge.dst.rows.largest";
  const std::vector<CaseRecord> before{named("a", VerdictKind::conforms), edge};
  const std::vector<CaseRecord> after{named("a", VerdictKind::conforms)};
  const Completion stopped{.planned = 2, .ran = 1, .not_run = 1, .stopped = "out of time"};
  Triage triage = triage_of(before, after, {}, {}, stopped);
  EXPECT_FALSE(triage.news);
  EXPECT_EQ(triage.of(Change::lost), 1U);
  EXPECT_TRUE(triage_of(before, after).news);
  Finding old;
  old.id = "1";
  old.title = "wrong rows";
  compare_findings(triage, std::span(&old, 1), {});
  EXPECT_TRUE(triage.closed.empty());
  std::ostringstream text;
  print_triage(text, triage, {}, {}, false);
  for (const std::string& said : {text.str(), triage_as_markdown(triage, {}, {})}) {
    EXPECT_THAT(said, testing::HasSubstr("run: Stopped: 1 of 2 cases ran. Reason: out of time."));
    EXPECT_THAT(said, testing::HasSubstr("Nothing new in what ran."));
  }
  triage = triage_of(before, after, {}, stopped, {});
  EXPECT_THAT(triage_as_markdown(triage, {}, {}), testing::HasSubstr("baseline: Stopped: "));
}

TEST(Triage, NamesAConstraintThatNoCaseShowsAnyMore) {
  CaseRecord edge = named("a", VerdictKind::conforms);
  edge.intent = "edge.dst.rows.largest";
  CaseRecord broken = edge;
  broken.name = "b";
  broken.intent = "breaks.src.element";
  const std::vector<CaseRecord> before{edge, broken};
  std::vector<CaseRecord> after{edge};
  EXPECT_THAT(triage_of(before, after).lost_constraints,
              ElementsAre("TRSQRT/plain/a5 constraint src.element"));
  broken.name = "another case of the rule";
  after.push_back(broken);
  EXPECT_TRUE(triage_of(before, after).lost_constraints.empty());
}

// The meaning of the verdicts, written down by hand: one row per verdict before, one letter per
// verdict now, in the order of `kinds`.
constexpr std::array kinds{
    VerdictKind::conforms,    VerdictKind::deviates,       VerdictKind::crashed,
    VerdictKind::unsupported, VerdictKind::target_defined, VerdictKind::distrusted,
    VerdictKind::infra,       VerdictKind::flaky,          VerdictKind::known_deviation};
constexpr std::size_t absent = kinds.size();
constexpr std::array<const char*, 10> table{
    ".NNUTLLYKL",  // conforms
    "FPPUTLLYEL",  // deviates
    "FPPUTLLYEL",  // crashed
    ".NN.T..YK.",  // unsupported
    ".NNU...YK.",  // target-defined
    ".NNUT..YK.",  // distrusted
    ".NNUT..YK.",  // infra
    "FPPUTLLyEL",  // flaky
    "FNNUTLLY.L",  // a known deviation
    ".NN....Y..",  // not run
};

Change expected_change(std::size_t was, std::size_t now) {
  switch (table.at(was)[now]) {
    case 'N':
      return Change::fresh;
    case 'P':
      return Change::persisting;
    case 'F':
      return Change::fixed;
    case 'U':
      return Change::unsupported;
    case 'T':
      return Change::target_defined;
    case 'L':
      return Change::lost;
    case 'K':
      return Change::known;
    case 'E':
      return Change::explained;
    case 'Y':
    case 'y':
      return Change::flaky;
    default:
      return Change::same;
  }
}

struct Pair {
  std::vector<CaseRecord> before;
  std::vector<CaseRecord> after;
  std::map<std::string, Change> expected;
  bool news = false;
};

/// Two runs of up to 20 cases; the second is in another order.
Pair drawn_pair() {
  Pair pair;
  const auto size = *rc::gen::inRange<std::size_t>(0, 20);
  for (std::size_t i = 0; i < size; ++i) {
    const auto was = *rc::gen::inRange<std::size_t>(0, absent + 1);
    const auto now = *rc::gen::inRange<std::size_t>(0, absent + 1);
    const std::string name = fmt::format("case {:02}", i);
    if (was != absent) pair.before.push_back(named(name, kinds.at(was)));
    if (now != absent) pair.after.insert(pair.after.begin(), named(name, kinds.at(now)));
    const Change change = expected_change(was, now);
    if (change != Change::same) pair.expected[name] = change;
    pair.news =
        pair.news || std::string_view("NUTLYK").find(table.at(was)[now]) != std::string::npos;
  }
  return pair;
}

RC_GTEST_PROP(Triage, AgreesWithTheTableOnAThousandPairsOfRuns, ()) {
  // Ten pairs for each of the hundred draws of a property.
  for (int round = 0; round < 10; ++round) {
    const Pair pair = drawn_pair();
    const Triage triage = triage_of(pair.before, pair.after);
    std::map<std::string, Change> found;
    std::map<Change, std::size_t> counts;
    for (const ChangedCase& one : triage.cases) found[one.name] = one.change;
    RC_ASSERT(found == pair.expected);
    RC_ASSERT(triage.cases.size() == pair.expected.size());
    for (const auto& [name, change] : pair.expected) ++counts[change];
    for (const Change change : all_changes) {
      if (change != Change::same) RC_ASSERT(triage.of(change) == counts[change]);
    }
    RC_ASSERT(triage.news == pair.news);
  }
}

TEST(Triage, OpensAndClosesFindingsByTheirId) {
  Finding one;
  one.id = "1";
  one.title = "first";
  Finding two;
  two.id = "2";
  two.title = "second";
  const std::vector<Finding> before{one};
  const std::vector<Finding> now{two};
  Triage triage;
  compare_findings(triage, before, now);
  EXPECT_THAT(triage.opened, ElementsAre("2"));
  EXPECT_THAT(triage.closed, ElementsAre("first"));
  Triage same;
  compare_findings(same, now, now);
  EXPECT_TRUE(same.opened.empty() && same.closed.empty());
}

TEST(Triage, SaysInTheLastLineWhetherThereIsSomethingNew) {
  const std::vector<CaseRecord> before{named("a", VerdictKind::conforms)};
  const std::vector<CaseRecord> after{named("a", VerdictKind::crashed)};
  std::ostringstream bad;
  print_triage(bad, triage_of(before, after), {}, {}, false);
  EXPECT_THAT(bad.str(), HasSubstr("a: crashed, was conforms"));
  EXPECT_TRUE(bad.str().ends_with("1 new\nThere is something new.\n")) << bad.str();
  std::ostringstream good;
  print_triage(good, triage_of(before, before), {}, {}, false);
  EXPECT_EQ(good.str(), "1 unchanged\nNothing new.\n");
}

}  // namespace
}  // namespace assay::reports
