// SPDX-License-Identifier: Apache-2.0
// Laws of waivers.
#include "reports/findings/waiver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "reports/words/fixtures_test.hpp"

namespace assay::reports {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using State = WaiverUse::State;

constexpr const char* today = "2026-06-15";

Waiver waiver() {
  Waiver one;
  one.op = "TRSQRT";
  one.reason = "known";
  one.link = "tracker/7";
  one.owner = "numerics";
  one.expires = "2026-06-15";
  one.where = "w.toml:3";
  return one;
}

State state_of(const Waiver& one, const std::vector<CaseRecord>& records) {
  const std::vector<Waiver> list{one};
  return apply_waivers(list, records, {}, today).uses.front().state;
}

TEST(Waiver, CoversFailuresOfItsScopeUpToItsLastDay) {
  const std::vector<CaseRecord> records = one_of_each();
  const std::vector<Waiver> list{waiver()};
  const Waived waived = apply_waivers(list, records, {}, today);
  EXPECT_EQ(waived.uses.front().state, State::used);
  EXPECT_EQ(waived.uses.front().waived, 6U);
  for (std::size_t i = 0; i < records.size(); ++i) {
    EXPECT_EQ(waived.waived[i], is_failure(records[i].verdict.kind)) << i;
  }
  EXPECT_FALSE(waived.fails());
}

TEST(Waiver, WaivesNothingAndFailsTheRunOnceItExpired) {
  Waiver old = waiver();
  old.expires = "2026-06-14";
  const std::vector<Waiver> list{old};
  const Waived waived = apply_waivers(list, one_of_each(), {}, today);
  EXPECT_EQ(waived.uses.front().state, State::expired);
  EXPECT_THAT(waived.waived, ::testing::Each(false));
  EXPECT_TRUE(waived.fails());
}

TEST(Waiver, FailsTheRunWhereItsCasesConform) {
  const std::vector<CaseRecord> good{record_with(VerdictKind::conforms)};
  EXPECT_EQ(state_of(waiver(), good), State::unneeded);
  const std::vector<Waiver> list{waiver()};
  EXPECT_TRUE(apply_waivers(list, good, {}, today).fails());
}

TEST(Waiver, IsIdleWhereNoCaseOfItsScopeWasJudged) {
  EXPECT_EQ(state_of(waiver(), {}), State::idle);
  EXPECT_EQ(state_of(waiver(), {record_with(VerdictKind::unsupported)}), State::idle);
  Waiver other = waiver();
  other.op = "TSEL";
  EXPECT_EQ(state_of(other, one_of_each()), State::idle);
}

TEST(Waiver, NarrowsItsScopeByEveryWord) {
  CaseRecord record = record_with(VerdictKind::crashed);
  record.intent = "breaks.dst.rows";
  const std::vector<CaseRecord> records{record};
  const auto used = [&](auto change) {
    Waiver one = waiver();
    change(one);
    return state_of(one, records) == State::used;
  };
  EXPECT_TRUE(used([](Waiver& one) { one.op = "TRS*"; }));
  EXPECT_TRUE(used([](Waiver& one) { one.form = "plain"; }));
  EXPECT_FALSE(used([](Waiver& one) { one.form = "other"; }));
  EXPECT_TRUE(used([](Waiver& one) { one.dtype = "f16"; }));
  EXPECT_FALSE(used([](Waiver& one) { one.dtype = "f32"; }));
  EXPECT_TRUE(used([](Waiver& one) { one.target = "a5"; }));
  EXPECT_FALSE(used([](Waiver& one) { one.target = "cpu"; }));
  EXPECT_TRUE(used([](Waiver& one) { one.rule = "dst.rows"; }));
  EXPECT_FALSE(used([](Waiver& one) { one.rule = "dst.cols"; }));
  EXPECT_TRUE(used([](Waiver& one) { one.verdict = "crashed"; }));
  EXPECT_FALSE(used([](Waiver& one) { one.verdict = "deviates"; }));
}

/// A failing case of TRSQRT, and another one that is in the finding.
std::vector<CaseRecord> two_failures() {
  std::vector<CaseRecord> records{record_with(VerdictKind::crashed),
                                  record_with(VerdictKind::crashed)};
  records.front().name = "one";
  records.back().name = "other";
  return records;
}

std::vector<Finding> finding_of_other() {
  Finding finding;
  finding.id = "664524e7";
  finding.cases = {"other"};
  return {finding};
}

TEST(Waiver, CoversTheCasesOfTheFindingThatItNamesAlone) {
  Waiver one = waiver();
  one.op.clear();
  one.finding = "664524e7";
  const std::vector<Waiver> list{one};
  const Waived waived = apply_waivers(list, two_failures(), finding_of_other(), today);
  EXPECT_THAT(waived.waived, ElementsAre(false, true));
  EXPECT_EQ(waived.uses.front().state, State::used);
}

TEST(Waiver, OfAFindingThatIsGoneIsNotNeededWhereItsOpWasJudged) {
  Waiver one = waiver();
  one.finding = "664524e7";
  EXPECT_EQ(state_of(one, two_failures()), State::unneeded);
  one.op.clear();
  EXPECT_EQ(state_of(one, two_failures()), State::idle);
}

TEST(Waiver, SaysWhatIsWrongBeforeWhatIsWell) {
  Waiver old = waiver();
  old.expires = "2020-01-01";
  const std::vector<Waiver> list{waiver(), old};
  std::ostringstream out;
  print_waivers(out, apply_waivers(list, one_of_each(), {}, today), false);
  const std::string text = out.str();
  EXPECT_THAT(text, HasSubstr("expired after 2020-01-01; ask numerics or see tracker/7"));
  EXPECT_LT(text.find("expired after"), text.find("waives 5 failures"));
}

}  // namespace
}  // namespace assay::reports
