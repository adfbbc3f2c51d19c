// SPDX-License-Identifier: Apache-2.0
// Recipes and keys.
#include "generators/generate.hpp"

#include <algorithm>
#include <iterator>

#include "generators/drawing.hpp"
#include "generators/random_operand.hpp"
#include "generators/values/plans.hpp"
#include "reference/support/hash.hpp"

namespace assay::generators {
namespace {

constexpr int lead_attempts = 24;
constexpr int probes = 2;

bool is_reachable(const Recipe& recipe) {
  for (std::uint32_t probe = 0; probe < probes; ++probe) {
    if (draw_signature(recipe, probe << 16U, most_attempts)) return true;
  }
  return false;
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
    if (is_reachable(recipe)) recipes_.push_back(std::move(recipe));
  }
  void add_edges(const Constraint& rule) {
    if (!rule.edge) return;
    for (const Edge edge : {Edge::smallest, Edge::largest, Edge::below, Edge::above}) {
      Recipe recipe = base_;
      recipe.plan = next_plan();
      recipe.intent = Intent{Intent::Kind::boundary, rule.name, edge};
      if (is_reachable(recipe)) recipes_.push_back(std::move(recipe));
    }
  }
  void add_breach(const Constraint& rule) {
    if (!rule.breakable()) return;
    Recipe recipe = base_;
    recipe.plan = plans_.front();
    recipe.intent = Intent{Intent::Kind::outside, rule.name, Edge::smallest};
    if (is_reachable(recipe)) recipes_.push_back(std::move(recipe));
  }
  std::vector<Recipe> take() { return std::move(recipes_); }

 private:
  /// The op's own plans first: twisted calls are few, so they take the most telling values.
  std::string next_plan() { return plans_[plans_.size() - 1 - turn_++ % plans_.size()]; }

  Recipe base_;
  std::vector<std::string> plans_;
  std::vector<Recipe> recipes_;
  std::uint64_t turn_;
};

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
  for (const Constraint& rule : form.constraints) {
    if (rule.targets.contains(target)) list.add_edges(rule);
  }
  for (const Constraint& rule : form.constraints) {
    if (rule.targets.contains(target)) list.add_breach(rule);
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
  // Both halves are walks over all 16-bit numbers, so that 2^20 indices have keys of their own.
  const std::uint64_t start = seed_of(recipe, "key", 0, 0) ^ support::mix(seed);
  const std::uint64_t group = index / cases_of_a_signature;
  const auto upper = static_cast<std::uint32_t>(support::mix(start) + group * 0x9e35U) & 0xffffU;
  const std::uint64_t place =
      support::combine(start, group) + (index % cases_of_a_signature) * 0xd413U;
  return (upper << 16U) | (static_cast<std::uint32_t>(place) & 0xffffU);
}

}  // namespace assay::generators
