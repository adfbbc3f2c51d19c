// SPDX-License-Identifier: Apache-2.0
// Laws of the identity of a finding from run to run, on cases whose cause is known because the
// fault was injected.
#include "reports/findings/identity.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "reports/findings/history.hpp"
#include "reports/findings/triage.hpp"
#include "reports/words/fixtures_test.hpp"

namespace assay::reports {
namespace {

struct Shape {
  std::string target;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::uint32_t key = 1;
};

using Way = std::function<Verdict(const Shape&)>;

Verdict verdict_of(VerdictKind kind) {
  return record_with(kind, kind == VerdictKind::deviates ? Deviation::value : Deviation::none)
      .verdict;
}

/// A wrong result of i32, whose range ends at 0x7fffffff.
Verdict wrong(std::uint64_t expected, std::uint64_t got) {
  Verdict verdict = verdict_of(VerdictKind::deviates);
  verdict.worst = {.operand = "dst", .expected = expected, .got = got};
  return verdict;
}

constexpr std::uint64_t largest = 0x7fffffff;
Verdict another() { return wrong(1000, 77); }
Verdict saturated() { return wrong(1000, largest); }
Verdict rounded() { return wrong(1000, 1001); }
Verdict passed() { return verdict_of(VerdictKind::conforms); }

std::vector<CaseRecord> summary(const Way& way, std::uint32_t key = 1) {
  std::vector<CaseRecord> records;
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    for (std::int64_t rows : {1, 7, 64, 300}) {
      for (std::int64_t cols = 1; cols <= 60; ++cols) {
        CaseRecord record = record_with(VerdictKind::conforms);
        record.verdict = way({target, rows, cols, key});
        record.op = "TSEL";
        record.target = target;
        record.dtype = "i32";
        record.name =
            fmt::format("TSEL/plain/{}/i32/{}x{}/v-/uniform@{:08x}", target, rows, cols, key);
        records.push_back(record);
      }
    }
  }
  return records;
}

std::optional<CaseFeatures> features(const CaseRecord& record) {
  CaseFeatures found;
  const std::size_t at = record.name.find("i32/") + 4;
  const std::size_t cross = record.name.find('x', at);
  found.numbers["rows"] = std::stoll(record.name.substr(at));
  found.numbers["valid_cols"] = std::stoll(record.name.substr(cross + 1));
  return found;
}

/// The findings of two runs, the second after the first, and what changed.
struct Two {
  std::vector<Finding> before;
  std::vector<Finding> now;
  Triage triage;
};

Two two_runs(const std::vector<CaseRecord>& first, const std::vector<CaseRecord>& second) {
  Two two;
  two.before = findings_of(first, features);
  two.now = findings_of(second, features, previous_run_of(first, two.before));
  compare_findings(two.triage, two.before, two.now);
  return two;
}

bool old_place(const Shape& shape) { return shape.target == "a5" && shape.rows > 100; }
bool new_place(const Shape& shape) { return shape.target == "a5" && shape.rows <= 100; }

const Way old_alone = [](const Shape& shape) { return old_place(shape) ? another() : passed(); };
const Way old_and_new = [](const Shape& shape) {
  return old_place(shape) || new_place(shape) ? another() : passed();
};

TEST(Identity, KeepsANewDefectApartFromAKnownOneOfTheSameOpAndPattern) {
  const Two two = two_runs(summary(old_alone), summary(old_and_new));
  ASSERT_EQ(two.before.size(), 1U);
  ASSERT_EQ(two.now.size(), 2U);
  EXPECT_TRUE(two.triage.closed.empty());
  ASSERT_EQ(two.triage.opened.size(), 1U);
  for (const Finding& one : two.now) {
    const bool is_old = one.id == two.before[0].id;
    EXPECT_EQ(is_old, one.cases == two.before[0].cases) << one.title;
    EXPECT_EQ(is_old, one.id != two.triage.opened[0]);
    EXPECT_EQ(one.rule, is_old ? "target = a5 and rows > 256" : "target = a5 and rows <= 256");
  }
}

TEST(Identity, KeepsItInAHistoryAsWell) {
  const auto first = summary(old_alone);
  const auto findings = findings_of(first, features);
  const RunSummary before = run_summary_from_json(to_json(summary_of(first, findings, run_info())));
  const auto now = findings_of(summary(old_and_new), features, previous_run_of(before, run_info()));
  ASSERT_EQ(now.size(), 2U);
  std::set<std::string> ids{now[0].id, now[1].id};
  EXPECT_EQ(ids.size(), 2U);
  EXPECT_TRUE(ids.contains(findings[0].id));
}

TEST(Identity, DoesNotFollowTheRule) {
  const Way half = [](const Shape& shape) {
    return old_place(shape) && shape.cols > 30 ? another() : passed();
  };
  const Two two = two_runs(summary(old_alone), summary(half));
  ASSERT_EQ(two.now.size(), 1U);
  EXPECT_NE(two.now[0].rule, two.before[0].rule);
  EXPECT_EQ(two.now[0].id, two.before[0].id);
  EXPECT_TRUE(two.triage.opened.empty() && two.triage.closed.empty());
}

TEST(Identity, CarriesOnToCasesOfAnotherSeed) {
  const Way other = [](const Shape& shape) {
    return shape.target == "a5" && shape.rows > 5 ? another() : passed();
  };
  const Two two = two_runs(summary(old_alone), summary(other, 2));
  ASSERT_EQ(two.now.size(), 1U);
  EXPECT_EQ(two.now[0].id, two.before[0].id);
  EXPECT_TRUE(two.triage.opened.empty() && two.triage.closed.empty());
}

TEST(Identity, TakesAnotherKindOfFailureOfTheSameCasesForANewFinding) {
  const Way crash = [](const Shape& shape) {
    return old_place(shape) ? verdict_of(VerdictKind::crashed) : passed();
  };
  const Two two = two_runs(summary(old_alone), summary(crash));
  EXPECT_EQ(two.triage.opened.size(), 1U);
  EXPECT_EQ(two.triage.closed.size(), 1U);
}

TEST(Identity, TakesInNewCasesThatAKnownRuleExplains) {
  auto second = summary(old_alone);
  for (const CaseRecord& record : summary(old_alone, 2)) {
    if (record.name.find("a5/i32/300x1") != std::string::npos) second.push_back(record);
  }
  const Two two = two_runs(summary(old_alone), second);
  ASSERT_EQ(two.now.size(), 1U);
  EXPECT_GT(two.now[0].failing, two.before[0].failing);
  EXPECT_EQ(two.now[0].id, two.before[0].id);
}

TEST(Pattern, TellsTwoKindsOfFailureInOnePlaceApart) {
  const auto findings =
      findings_of(summary([](const Shape& shape) {
                    if (shape.target != "a5") return passed();
                    const bool odd = (shape.cols * 7 + shape.rows) % 3 == 0;
                    return odd ? verdict_of(VerdictKind::rejected_valid) : another();
                  }),
                  features);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_NE(findings[0].verdict, findings[1].verdict);
}

TEST(Pattern, TellsARoundingFromASaturationInOnePlace) {
  const auto findings =
      findings_of(summary([](const Shape& shape) {
                    if (shape.target != "a5" || shape.cols % 2 == 0) return passed();
                    return (shape.cols * 5 + shape.rows) % 3 == 0 ? rounded() : saturated();
                  }),
                  features);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].pattern, "saturated");
  EXPECT_EQ(findings[1].pattern, "rounded");
}

TEST(Pattern, HasNoNameForWhatFailsInAnyWay) {
  const auto findings = findings_of(summary([](const Shape& shape) {
                                      if (shape.target != "a5") return passed();
                                      return shape.cols % 9 == 0 ? saturated() : another();
                                    }),
                                    features);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].pattern, "another value");
}

}  // namespace
}  // namespace assay::reports
