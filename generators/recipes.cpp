// SPDX-License-Identifier: Apache-2.0
// Recipes and keys.
#include "generators/recipes.hpp"

#include <algorithm>
#include <iterator>

#include "generators/draw/drawing.hpp"
#include "generators/draw/random_operand.hpp"
#include "generators/values/plans.hpp"
#include "reference/support/hash.hpp"

namespace assay::generators {
namespace {

constexpr int lead_attempts = 24;
constexpr int probes = 2;
/// Edges and scenarios that some call reaches are reached within 31 and 6 attempts, those of all
/// pages with all plans. Most others are sizes for which no buffer has room.
constexpr int edge_attempts = 40;
constexpr int scenario_attempts = 24;

bool is_breachable(const Recipe& recipe) {
  for (std::uint32_t probe = 0; probe < probes; ++probe) {
    if (draw_signature(recipe, probe << 16U, most_attempts)) return true;
  }
  return false;
}

bool is_reachable(const Recipe& recipe, int attempts) {
  return draw_signature(recipe, 0, attempts).has_value();
}

class RecipeList {
 public:
  RecipeList(Recipe base, std::uint64_t turn)
      : base_(std::move(base)), plans_(plans_of(*base_.form)), turn_(turn) {}

  void add_plans() {
    for (const std::string& plan : plans_) {
      Recipe recipe = base_;
      recipe.plan = plan;
      recipes_.push_back(std::move(recipe));
    }
  }
  void add_scenario(const Scenario& scenario) {
    Recipe recipe = base_;
    recipe.plan = next_plan();
    recipe.scenario = scenario.name;
    if (is_reachable(recipe, scenario_attempts)) recipes_.push_back(std::move(recipe));
  }
  void add_edges(const Constraint& constraint) {
    if (!constraint.edge) return;
    for (const Edge edge : {Edge::smallest, Edge::largest, Edge::below, Edge::above}) {
      Recipe recipe = base_;
      recipe.plan = next_plan();
      recipe.intent = Intent{Intent::Kind::boundary, constraint.name, edge};
      if (is_reachable(recipe, edge_attempts)) recipes_.push_back(std::move(recipe));
    }
  }
  void add_breach(const Constraint& constraint) {
    if (!constraint.breakable()) return;
    Recipe recipe = base_;
    recipe.plan = plans_.front();
    recipe.intent = Intent{Intent::Kind::outside, constraint.name, Edge::smallest};
    if (is_breachable(recipe)) recipes_.push_back(std::move(recipe));
  }
  std::vector<Recipe> take() { return std::move(recipes_); }

 private:
  /// The op's own plans first: directed calls are few, so they take the most useful values.
  std::string next_plan() { return plans_[plans_.size() - 1 - turn_++ % plans_.size()]; }

  Recipe base_;
  std::vector<std::string> plans_;
  std::vector<Recipe> recipes_;
  std::uint64_t turn_;
};

/// Place of the plan among those of the form.
std::uint64_t turn_of_plan(const Recipe& recipe) {
  const std::vector<std::string> plans = plans_of(*recipe.form);
  return static_cast<std::uint64_t>(std::ranges::find(plans, recipe.plan) - plans.begin());
}

/// Where the counter of modes begins: scenarios are few cases each, and begin with different modes.
std::uint64_t first_mode(const Recipe& recipe) {
  const bool own = !recipe.scenario.empty() && !recipe.shares_signature;
  if (!own || recipe.form->attributes.empty()) return 0;
  return support::hash_text(recipe.scenario) % turns;
}

Recipe plain_recipe(const Form& form, Target target, ElementType lead) {
  Recipe recipe;
  recipe.form = &form;
  recipe.target = target;
  recipe.lead = lead;
  recipe.plan = plans_of(form).front();
  return recipe;
}

}  // namespace

std::vector<ElementType> lead_elements(const Form& form, Target target) {
  std::vector<ElementType> found;
  if (!form.targets.contains(target)) return found;
  for (const ElementType element : storable(target)) {
    const Recipe recipe = plain_recipe(form, target, element);
    if (draw_signature(recipe, 0, lead_attempts)) found.push_back(element);
  }
  return found;
}

std::vector<Recipe> recipes(const OpSpec& op, const Form& form, Target target, ElementType lead,
                            std::uint64_t turn) {
  if (!form.targets.contains(target)) return {};
  Recipe base = plain_recipe(form, target, lead);
  base.op = &op;
  RecipeList list(std::move(base), turn);
  list.add_plans();
  for (const Scenario& scenario : form.scenarios) {
    if (scenario.targets.contains(target)) list.add_scenario(scenario);
  }
  for (const Constraint& constraint : form.constraints) {
    if (constraint.targets.contains(target)) list.add_edges(constraint);
  }
  for (const Constraint& constraint : form.constraints) {
    if (constraint.targets.contains(target)) list.add_breach(constraint);
  }
  return list.take();
}

std::vector<Recipe> recipes(const OpSpec& op) {
  std::vector<Recipe> all;
  for (const Form& form : op.forms) {
    for (const Target target : all_targets) {
      for (const ElementType lead : lead_elements(form, target)) {
        std::ranges::move(recipes(op, form, target, lead), std::back_inserter(all));
      }
    }
  }
  return all;
}

std::uint32_t key_of(const Recipe& recipe, std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t group = index / cases_of_a_signature;
  const std::uint64_t within = index % cases_of_a_signature;
  const std::uint64_t turn = is_plain(recipe) ? turn_of_plan(recipe) : 0;
  const std::uint64_t count = is_plain(recipe) ? plans_of(*recipe.form).size() : 1;
  // The plans of a form go through the same signatures, each beginning with another.
  const std::uint64_t signature = (turn + group) % count + group / count * count;
  const std::uint64_t shared = seed_of(of_signature(recipe), "key", 0, 0) ^ support::mix(seed);
  const std::uint64_t own = seed_of(recipe, "key", 0, 0) ^ support::mix(seed);
  // Both halves are walks, so that 2^20 indices have keys of their own. The lowest digit of a half
  // counts (turn_of): what is few is gone through and not drawn, from another place with each seed.
  const auto half = [seed](std::uint64_t start, std::uint64_t step, std::uint64_t number) {
    const std::uint64_t place = support::mix(start) + number / turns * step;
    return static_cast<std::uint32_t>((place & 0xfffU) * turns + (number + 4 * seed) % turns);
  };
  const std::uint64_t lower = turn + 4 * group + within;
  return (half(shared, 0x9e3U, signature + first_mode(recipe)) << 16U) |
         half(support::combine(own, group), 0, lower % turns);
}

}  // namespace assay::generators
