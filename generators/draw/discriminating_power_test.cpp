// SPDX-License-Identifier: Apache-2.0
// The oracle that drawing uses, and scenarios with low discriminating power.
#include "generators/draw/discriminating_power.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "generators/draw/common_scenarios.hpp"
#include "generators/draw/poison.hpp"
#include "generators/generate.hpp"
#include "generators/values/plans.hpp"
#include "reference/judge/judge.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

/// Of one form: those of its page, then those of scenarios that all forms have.
std::vector<Recipe> all_of(const OpSpec& op, const Form& form, Target target, ElementType lead) {
  std::vector<Recipe> all = recipes(op, form, target, lead);
  for (const CommonScenario& scenario : common_scenarios()) {
    if (auto recipe = common_recipe(scenario.name, op, form, target, lead, 0)) {
      all.push_back(*std::move(recipe));
    }
  }
  return all;
}

/// Every recipe that `wanted` selects, of all pages.
template <typename Wanted>
std::vector<Recipe> recipes_of_all(const Wanted& wanted) {
  std::vector<Recipe> found;
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) {
      for (const Target target : all_targets) {
        if (!form.targets.contains(target)) continue;
        for (const ElementType lead : lead_elements(form, target)) {
          for (const Recipe& recipe : all_of(op, form, target, lead)) {
            if (wanted(recipe)) found.push_back(recipe);
          }
        }
      }
    }
  }
  return found;
}

TEST(DiscriminatingPower, ScenariosInWhichACopyPassesAreScenariosOfTheForm) {
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) {
      for (const std::string& name : form.copies_in) {
        const bool own = std::ranges::any_of(
            form.scenarios, [&](const Scenario& scenario) { return scenario.name == name; });
        EXPECT_TRUE(own || common_scenario(name) != nullptr) << op.mnemonic << " " << name;
      }
    }
  }
}

TEST(DiscriminatingPower, NoCaseOfAScenarioInWhichACopyPassesTellsMore) {
  // Of every plan, for each type and target: a case that discriminates may be rare.
  constexpr std::uint64_t turns = 4;
  const std::vector<Recipe> found = recipes_of_all(is_weak);
  EXPECT_FALSE(found.empty());
  for (const Recipe& recipe : found) {
    const std::vector<std::string> plans = plans_of(*recipe.form);
    for (std::uint64_t i = 0; i < turns * plans.size(); ++i) {
      Recipe planned = recipe;
      planned.plan = plans[i % plans.size()];
      try {
        const Case test_case = draw(planned, key_of(planned, 1 + i, 0));
        if (bytes_of(test_case.call) > most_bytes_looked_at) continue;  // too large to be checked
        EXPECT_NE(discriminating_power_of(test_case), DiscriminatingPower::full) << test_case.name;
      } catch (const Unreachable&) {
        continue;
      }
    }
  }
}

TEST(DiscriminatingPower, OfAFewElementsIsThatOfAll) {
  const ToleranceLookup wide = [](const ToleranceKey&) {
    return Tolerance{.kind = Tolerance::Kind::ulp, .bound = 16, .reason = {}};
  };
  std::uint64_t turn = 0;
  std::size_t by_few = 0, weak = 0;
  for (const Recipe& recipe : recipes_of_all([&](const Recipe& one) {
         return one.intent.kind == Intent::Kind::inside && ++turn % 23 == 0;
       })) {
    PrecomputedOracle oracle;
    Case test_case;
    try {
      test_case = draw(recipe, key_of(recipe, 5, 0));
    } catch (const Unreachable&) {
      continue;
    }
    test_case.redraws += 1;  // other contents than the chosen ones
    const DiscriminatingPower power = discriminating_power_of(test_case, &oracle);
    if (oracle.before.empty()) continue;
    by_few += oracle.expected.empty() ? 1 : 0;
    weak += power == DiscriminatingPower::full ? 0 : 1;
    const auto expected = expect(test_case.call, oracle.before, wide);
    const bool shows =
        compared_of(test_case, oracle.before, expected) > 0 &&
        !(compared_of(expected) > 0 && passing_null(test_case, oracle.before, expected));
    if (power == DiscriminatingPower::full) {
      EXPECT_TRUE(shows) << test_case.name;
    } else if (compared_of(expected) > 0) {
      EXPECT_FALSE(shows) << test_case.name;
    }
  }
  EXPECT_GT(by_few, 100U);
  EXPECT_GT(weak, 0U);
}

/// As expect() gives them, for results that no tolerance concerns.
void expect_same(const Case& test_case, const Expected& known, const Expected& fresh) {
  const auto* tile = std::get_if<ExpectedTile>(&known);
  if (tile == nullptr) return;
  const auto& other = std::get<ExpectedTile>(fresh);
  EXPECT_EQ(tile->accept, other.accept) << test_case.name;
  EXPECT_EQ(tile->value, other.value) << test_case.name;
  EXPECT_EQ(tile->low, other.low) << test_case.name;
  EXPECT_EQ(tile->high, other.high) << test_case.name;
}

TEST(DiscriminatingPower, WhatDrawingLooksAtIsWhatTheCaseHolds) {
  std::uint64_t turn = 0;
  const std::vector<Recipe> some = recipes_of_all(
      [&](const Recipe& recipe) { return recipe.intent.legal() && ++turn % 101 == 0; });
  const ToleranceLookup exactly = [](const ToleranceKey&) { return Tolerance{}; };
  std::size_t looked_at = 0;
  for (const Recipe& recipe : some) {
    PrecomputedOracle oracle;
    Case test_case;
    try {
      test_case = draw(recipe, key_of(recipe, 3, 0), &oracle);
    } catch (const Unreachable&) {
      continue;
    }
    if (oracle.before.empty()) continue;
    ++looked_at;
    EXPECT_EQ(oracle.before, fill(test_case, Poison::first)) << test_case.name;
    EXPECT_EQ(fill_again(test_case, oracle.before), fill(test_case, Poison::second))
        << test_case.name;
    const auto fresh = expect(test_case.call, oracle.before, exactly);
    const auto reused = expect(test_case.call, oracle.before, exactly, oracle.expected);
    ASSERT_EQ(fresh.size(), reused.size());
    for (std::size_t i = 0; i < fresh.size(); ++i) expect_same(test_case, reused[i], fresh[i]);
  }
  EXPECT_GT(looked_at, some.size() / 2);
}

}  // namespace
}  // namespace assay::generators
