// SPDX-License-Identifier: Apache-2.0
// Drawing a case, step by step and in this order; no step calls an earlier one. random_call draws
// operands, the page's scenario shapes them, intent moves the call by the constraints of the page
// to where the recipe requires it.
#include "generators/draw/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "generators/draw/choices.hpp"
#include "generators/draw/common_scenarios.hpp"
#include "generators/draw/discriminating_power.hpp"
#include "generators/draw/intent.hpp"
#include "generators/draw/random_call.hpp"
#include "generators/draw/solve_constraints.hpp"
#include "generators/recipe/naming.hpp"
#include "generators/shapes/alike.hpp"
#include "generators/shapes/empty.hpp"
#include "generators/shapes/in_place.hpp"
#include "generators/shapes/lines.hpp"
#include "generators/shapes/scalar_types.hpp"
#include "generators/values/plans.hpp"
#include "reference/support/hash.hpp"

namespace assay::generators {
namespace {

constexpr int launch_attempts = 12;
/// How often a legal case without discriminating power is redrawn, per signature (first, others).
constexpr std::uint32_t redraws_of_first = 8;
constexpr std::uint32_t redraws_of_others = 3;
constexpr int most_signatures = 12;
/// The same for shared signatures: others are more likely to be of another plain recipe.
constexpr int most_donors = 2;

/// Without its name.
Case case_of(const Recipe& recipe, std::uint32_t key, Call call, std::uint32_t redraws);
std::optional<Call> attempt_signature(const Recipe& recipe, std::uint32_t key, int attempt);
std::optional<Call> attempt_launch(const Recipe& recipe, const Call& signature, Choices& choices,
                                   int attempt, std::optional<std::size_t> special);
/// The same signature with the values that are known only at launch, as in draw_launch(); nothing
/// if no values fit.
std::optional<Call> launched(const Recipe& recipe, std::uint32_t key, const Call& signature,
                             std::uint32_t redraws);
Unreachable unreachable(const Recipe& recipe);
std::optional<std::size_t> special_for(const Recipe& recipe, std::uint32_t key,
                                       std::uint32_t redraws);
void apply_scenario(Call& call, const Recipe& recipe, Draw& draw);

}  // namespace

Case draw(const Recipe& recipe, std::uint32_t key, PrecomputedOracle* oracle) {
  plan_named(recipe.plan);
  if (recipe.shares_signature && !may_share_signature(recipe)) throw unreachable(recipe);
  const DiscriminatingPower most =
      is_weak(recipe) ? DiscriminatingPower::weak : DiscriminatingPower::full;
  const auto named = [&](Case test_case) {
    test_case.name = spell(recipe, test_case.call, key);
    return test_case;
  };
  std::optional<Case> best;
  DiscriminatingPower best_power = DiscriminatingPower::none;
  int attempt = 0;
  std::uint32_t redraws = 0;
  for (int i = 0; i < (recipe.shares_signature ? most_donors : most_signatures); ++i) {
    const auto signature = next_signature(recipe, key, attempt, most_attempts);
    if (!signature) break;
    const std::uint32_t end = redraws + (i == 0 ? redraws_of_first : redraws_of_others);
    for (; redraws < end; ++redraws) {
      std::optional<Call> call = launched(recipe, key, *signature, redraws);
      if (!call && recipe.shares_signature) break;
      Case test_case = case_of(recipe, key, call ? *std::move(call) : *signature, redraws);
      const DiscriminatingPower power = discriminating_power_of(test_case, oracle);
      if (power == DiscriminatingPower::full) return named(std::move(test_case));
      if (best && best_power >= power) continue;
      best = std::move(test_case);
      best_power = power;
      if (oracle != nullptr) oracle->power = power;
      if (power == most) return named(*std::move(best));
    }
  }
  if (oracle != nullptr) *oracle = {.power = best_power};
  if (best) return named(*std::move(best));
  throw unreachable(recipe);
}

Recipe signature_donor(const Recipe& recipe) {
  Recipe donor = recipe;
  donor.intent = {};
  donor.plan = plans_of(*recipe.form).front();
  donor.scenario.clear();
  donor.shares_signature = false;
  return donor;
}

bool may_share_signature(const Recipe& recipe) {
  if (recipe.intent.kind == Intent::Kind::inside) return !recipe.scenario.empty();
  const Constraint* rule = constraint_of(*recipe.form, recipe.target, recipe.intent.constraint);
  return rule != nullptr && rule->stage == Stage::launch;
}

Recipe of_signature(const Recipe& recipe) {
  if (recipe.shares_signature) return signature_donor(recipe);
  Recipe shared = recipe;
  if (recipe.intent.kind == Intent::Kind::inside) shared.plan = plans_of(*recipe.form).front();
  return shared;
}

std::optional<Call> next_signature(const Recipe& recipe, std::uint32_t key, int& attempt,
                                   int attempts) {
  while (attempt < attempts) {
    if (auto call = attempt_signature(recipe, key, attempt++)) return call;
  }
  return std::nullopt;
}

std::optional<Call> draw_signature(const Recipe& recipe, std::uint32_t key, int attempts) {
  int attempt = 0;
  return next_signature(recipe, key, attempt, attempts);
}

Call draw_launch(const Recipe& recipe, std::uint32_t key, const Call& signature,
                 std::uint32_t redraws) {
  return launched(recipe, key, signature, redraws).value_or(signature);
}

namespace {

std::optional<Call> launched(const Recipe& recipe, std::uint32_t key, const Call& signature,
                             std::uint32_t redraws) {
  const int first = static_cast<int>(redraws) * launch_attempts;
  const std::optional<std::size_t> special = special_for(recipe, key, redraws);
  for (int attempt = 0; attempt < launch_attempts; ++attempt) {
    Choices choices(seed_of(recipe, "launch", key, first + attempt));
    if (auto call = attempt_launch(recipe, signature, choices, attempt, special)) {
      return call;
    }
  }
  return std::nullopt;
}

Unreachable unreachable(const Recipe& recipe) {
  return Unreachable(fmt::format("{} form {} on {} with {} has no case for {}", recipe.form->op,
                                 recipe.form->name, name_of(recipe.target), name_of(recipe.lead),
                                 to_string(recipe.intent)));
}

Case case_of(const Recipe& recipe, std::uint32_t key, Call call, std::uint32_t redraws) {
  Case test_case;
  test_case.call = std::move(call);
  test_case.intent = recipe.intent;
  test_case.plan = recipe.plan;
  test_case.scenario = recipe.scenario;
  test_case.lead = recipe.lead;
  test_case.key = key;
  test_case.redraws = redraws;
  return test_case;
}

std::optional<Call> attempt_signature(const Recipe& recipe, std::uint32_t key, int attempt) {
  if (recipe.shares_signature) return attempt_signature(signature_donor(recipe), key, attempt);
  const Recipe shared = of_signature(recipe);
  Choices choices(seed_of(shared, "signature", key >> 16U, attempt));
  try {
    Call call = random_call(shared, choices);
    if (recipe.intent.kind == Intent::Kind::inside)
      count_off(call, recipe, choices, turn_of(key >> 16U));
    if (recipe.alike) {
      // Types first: a tile of half bytes would be widened to whole blocks.
      if (!solve_constraints(call, choices, nullptr)) return std::nullopt;
      unify_tile_types(call);
    }
    apply_scenario(call, recipe, choices);
    if (!reach_intent(call, recipe, choices)) return std::nullopt;
    const CommonScenario* common = common_scenario(recipe.scenario);
    if (common != nullptr && !shows(*common, call, attempt)) return std::nullopt;
    return call;
  } catch (const EmptyChoice&) {
    return std::nullopt;
  }
}

std::optional<Call> attempt_launch(const Recipe& recipe, const Call& signature, Choices& choices,
                                   int attempt, std::optional<std::size_t> special) {
  try {
    Call call = signature;
    redraw_launch(call, recipe, choices, attempt, special);
    apply_scenario(call, recipe, choices);
    const bool kept = keep_intent(call, recipe, choices) && same_signature(signature, call);
    if (!kept || !stands_in_place(call, recipe.scenario)) return std::nullopt;
    if (recipe.scenario == empty_name && !shows_empty(call)) return std::nullopt;
    const CommonScenario* common =
        recipe.shares_signature ? common_scenario(recipe.scenario) : nullptr;
    if (common != nullptr && !shows(*common, call, 0)) return std::nullopt;
    const auto passed = scalar_type_of(recipe.scenario);
    if (passed && !passes_scalars_as(call, *passed)) return std::nullopt;
    return call;
  } catch (const EmptyChoice&) {
    return std::nullopt;
  }
}

/// Which special value the scalars of a case have; none for most plans of pages, and where a
/// special scalar told nothing.
std::optional<std::size_t> special_for(const Recipe& recipe, std::uint32_t key,
                                       std::uint32_t redraws) {
  constexpr std::uint32_t worth_a_try = 2;
  const std::optional<ElementType> passed = scalar_type_of(recipe.scenario);
  if (passed && redraws < special_scalars) {
    return special_of_scenario(*recipe.form, recipe.target, recipe.lead, *passed,
                               turn_of(key & 0xffffU) + redraws);
  }
  if (redraws >= worth_a_try) return std::nullopt;
  if (recipe.plan == mosaic_name || is_of_lines(recipe.scenario)) {
    return (turn_of_specials(recipe.scenario) + turn_of(key & 0xffffU)) % special_scalars;
  }
  if (!is_plain(recipe)) return std::nullopt;
  const std::vector<std::string> plans = plans_of(*recipe.form);
  const auto common = std::span(plans).first(common_plans);
  const std::size_t number = turn_of(key & 0xffffU);
  const bool takes_part = std::ranges::find(common, recipe.plan) != common.end();
  if (!takes_part || number >= special_scalars) return std::nullopt;
  return number;
}

void apply_scenario(Call& call, const Recipe& recipe, Draw& draw) {
  if (const auto* common = common_scenario(recipe.scenario)) return common->apply(call, draw);
  const auto& scenarios = recipe.form->scenarios;
  const auto found = std::ranges::find(scenarios, recipe.scenario, &Scenario::name);
  if (found != scenarios.end()) found->apply(call, draw);
}

}  // namespace

std::uint64_t seed_of(const Recipe& recipe, std::string_view phase, std::uint32_t key,
                      int attempt) {
  std::uint64_t hash = support::hash_text(draw_salt);
  const std::string intent = to_string(recipe.intent);
  for (const std::string_view part :
       {std::string_view(recipe.form->op), std::string_view(recipe.form->name),
        name_of(recipe.target), name_of(recipe.lead), std::string_view(intent),
        std::string_view(recipe.plan), std::string_view(recipe.scenario), phase}) {
    hash = support::combine(hash, support::hash_text(part));
  }
  return support::combine(support::combine(hash, key), static_cast<std::uint64_t>(attempt));
}

}  // namespace assay::generators
