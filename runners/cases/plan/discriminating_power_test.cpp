// SPDX-License-Identifier: Apache-2.0
// The discriminating power of the cases of suites.
#include "generators/draw/discriminating_power.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "reference/judge/judge.hpp"
#include "runners/cases/plan/plan.hpp"
#include "runners/cases/profiles/accuracy.hpp"

namespace assay::runners {
namespace {

using Visit = std::function<void(const Case&)>;

constexpr std::size_t share = 7;  ///< every so many cases are looked at, of all ops and scenarios

/// Visits a share of the cases of a plan, two at a time.
void for_some_cases(const RunPlan& plan, const Visit& visit) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++ * share; i < plan.size(); i = next++ * share) {
      if (const auto stored = plan.draw(i)) visit(stored->test);
    }
  };
  std::thread other(work);
  work();
  other.join();
}

RunPlan plan_of(const std::string& suite, Target target) {
  CaseSelection cases;
  cases.suite = suite;
  cases.targets = {std::string(name_of(target))};
  return RunPlan({.cases = std::move(cases)});
}

class SmokeOn : public testing::TestWithParam<Target> {};

TEST_P(SmokeOn, HasHardlyACaseThatCouldNotFailAndNoneThatAsksOrComparesNothing) {
  const ToleranceLookup tolerances = load_accuracy("").lookup();
  std::mutex guard;
  std::size_t cases = 0;
  std::size_t blind = 0;
  std::set<std::string> examples;
  std::set<std::string> asking_nothing;
  std::set<std::string> comparing_nothing;
  for_some_cases(plan_of("smoke", GetParam()), [&](const Case& test_case) {
    bool asks = true;
    bool tells = true;
    bool compares = true;
    if (test_case.intent.legal()) {
      const auto before = generators::fill(test_case, generators::Poison::first);
      const auto expected = expect(test_case.call, before, tolerances);
      const bool is_open = compared_of(expected) == 0;
      asks = !is_open || generators::asks_for_an_end(test_case.form(), test_case.scenario);
      compares = compared_of(test_case, before, expected) > 0;
      tells = is_open || !passing_null(test_case, before, expected);
    }
    const std::scoped_lock lock(guard);
    ++cases;
    if (!asks) asking_nothing.insert(test_case.name);
    if (!compares) comparing_nothing.insert(test_case.name);
    if (tells) return;
    ++blind;
    if (examples.size() < 8) examples.insert(test_case.name);
  });
  EXPECT_GT(cases, 30000U / share);
  EXPECT_LE(blind * 1000, cases) << testing::PrintToString(examples);
  EXPECT_TRUE(asking_nothing.empty()) << testing::PrintToString(asking_nothing);
  EXPECT_TRUE(comparing_nothing.empty()) << testing::PrintToString(comparing_nothing);
}

INSTANTIATE_TEST_SUITE_P(Targets, SmokeOn, testing::ValuesIn(all_targets),
                         [](const auto& on) { return std::string(name_of(on.param)); });

}  // namespace
}  // namespace assay::runners
