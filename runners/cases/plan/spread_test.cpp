// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan/spread.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "generators/generate.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::runners {
namespace {

/// Two ops, of which the first has two forms; three targets; two element types; five recipes each.
struct Pages {
  std::array<OpSpec, 2> ops;
  std::array<Form, 3> forms;
  std::vector<generators::Recipe> recipes;

  Pages() {
    for (std::size_t form = 0; form < forms.size(); ++form) {
      for (const Target target : all_targets) {
        for (const ElementType lead : {ElementType::f16, ElementType::f32}) {
          for (int k = 0; k < 5; ++k) {
            recipes.push_back({.op = &ops[form / 2],
                               .form = &forms[form],
                               .target = target,
                               .lead = lead,
                               .intent = {},
                               .plan = std::to_string(k),
                               .scenario = ""});
          }
        }
      }
    }
  }
};

template <typename F>
std::size_t uneven(const Pages& pages, std::span<const std::size_t> places, F key) {
  std::map<decltype(key(pages.recipes[0])), std::size_t> counts;
  for (const std::size_t place : places) ++counts[key(pages.recipes[place])];
  std::size_t least = places.size();
  std::size_t most = 0;
  for (const auto& [value, count] : counts) {
    least = std::min(least, count);
    most = std::max(most, count);
  }
  return most - least;
}

TEST(Spread, IsAnOrderOfAllRecipes) {
  const Pages pages;
  std::vector<std::size_t> order = spread_order(pages.recipes);
  std::ranges::sort(order);
  std::vector<std::size_t> all(pages.recipes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  EXPECT_EQ(order, all);
  EXPECT_TRUE(spread_order({}).empty());
}

TEST(Spread, SharesEachBeginningOutBetweenOpsAndTargets) {
  const Pages pages;
  const std::vector<std::size_t> order = spread_order(pages.recipes);
  for (std::size_t count = 2; count <= 40; ++count) {
    const std::span<const std::size_t> beginning(order.data(), count);
    EXPECT_LE(uneven(pages, beginning, [](const auto& recipe) { return recipe.op; }), 1U) << count;
  }
  const std::span<const std::size_t> beginning(order.data(), 24);
  EXPECT_LE(uneven(pages, beginning, [](const auto& recipe) { return recipe.target; }), 1U);
  EXPECT_LE(uneven(pages, beginning, [](const auto& recipe) { return recipe.lead; }), 1U);
  std::set<std::string> plans;
  for (const std::size_t place : beginning) plans.insert(pages.recipes[place].plan);
  EXPECT_EQ(plans.size(), 5U);
}

/// Recipes of three ops, of which the first has at every other place one that no call fits.
std::vector<generators::Recipe> recipes_with_gaps() {
  std::vector<generators::Recipe> all;
  std::size_t ops = 0;
  for (const OpSpec& op : all_ops()) {
    std::vector<generators::Recipe> own =
        generators::recipes(op, op.forms.front(), Target::a5, ElementType::f16);
    std::erase_if(own, [](const auto& one) { return one.intent.kind != Intent::Kind::inside; });
    if (own.size() < 8 || ++ops > 3) continue;
    own.resize(8);
    for (const generators::Recipe& recipe : own) {
      all.push_back(recipe);
      if (recipe.op != all.front().op) continue;
      all.push_back(recipe);
      const Constraint& first = op.forms.front().constraints.front();
      all.back().intent = {Intent::Kind::boundary, first.name, Edge::smallest};
    }
  }
  return all;
}

TEST(Spread, LetsNoOpFallBehindOfWhichRecipesCannotBeDrawn) {
  const std::vector<generators::Recipe> recipes = recipes_with_gaps();
  const auto gaps = std::ranges::count_if(recipes, [](const generators::Recipe& recipe) {
    return recipe.intent.kind == Intent::Kind::boundary;
  });
  ASSERT_GT(gaps, 3);
  const CaseDrawer draw = drawn_in_turn(recipes, 1);
  std::map<std::string, int> drawn;
  for (int i = 0; i < 12; ++i) {
    const std::optional<Case> test_case = draw();
    ASSERT_TRUE(test_case);
    EXPECT_EQ(test_case->intent.kind, Intent::Kind::inside);  // the gaps are gaps
    ++drawn[test_case->form().op];
  }
  ASSERT_EQ(drawn.size(), 3U);
  for (const auto& [op, count] : drawn) EXPECT_EQ(count, 4) << op;
}

TEST(Spread, SamplesOneCaseOfEachOpFormAndType) {
  const Pages pages;
  std::vector<PlannedCase> cases;
  for (const generators::Recipe& recipe : pages.recipes) {
    for (std::uint64_t index = 0; index < 3; ++index) cases.push_back({&recipe, index});
  }
  const std::vector<bool> sampled = sample_of(cases);
  std::map<std::pair<const Form*, ElementType>, int> counts;
  std::set<std::string> plans;
  std::set<Target> targets;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!sampled[i]) continue;
    const generators::Recipe& recipe = *cases[i].recipe;
    ++counts[{recipe.form, recipe.lead}];
    targets.insert(recipe.target);
    plans.insert(recipe.plan);
  }
  EXPECT_EQ(counts.size(), 6U);
  EXPECT_TRUE(std::ranges::all_of(counts, [](const auto& one) { return one.second == 1; }));
  EXPECT_GT(plans.size(), 1U);
  EXPECT_GT(targets.size(), 1U);
}

}  // namespace
}  // namespace assay::runners
