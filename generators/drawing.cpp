// SPDX-License-Identifier: Apache-2.0
// Drawing a case, step by step and in this order; no step calls an earlier one. random_call draws
// operands, the page's scenario shapes them, intent moves the call by the constraints of the page
// to where the recipe requires it.
#include "generators/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "generators/choices.hpp"
#include "generators/common_scenarios.hpp"
#include "generators/intent.hpp"
#include "generators/naming.hpp"
#include "generators/random_call.hpp"
#include "generators/settle.hpp"
#include "generators/shapes/alike.hpp"
#include "generators/shapes/empty.hpp"
#include "generators/shapes/in_place.hpp"
#include "generators/shapes/lines.hpp"
#include "generators/shapes/scalar_types.hpp"
#include "generators/telling.hpp"
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
constexpr int most_hosts = 2;

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

Case draw(const Recipe& recipe, std::uint32_t key, Looked* looked) {
  plan_named(recipe.plan);
  if (recipe.guest && !may_be_guest(recipe)) throw unreachable(recipe);
  const Telling most = tells_little(recipe) ? Telling::little : Telling::enough;
  std::optional<Case> best;
  Telling best_telling = Telling::nothing;
  int attempt = 0;
  std::uint32_t redraws = 0;
  for (int i = 0; i < (recipe.guest ? most_hosts : most_signatures); ++i) {
    const auto signature = next_signature(recipe, key, attempt, most_attempts);
    if (!signature) break;
    const std::uint32_t end = redraws + (i == 0 ? redraws_of_first : redraws_of_others);
    for (; redraws < end; ++redraws) {
      std::optional<Call> call = launched(recipe, key, *signature, redraws);
      if (!call && recipe.guest) break;
      Case test = case_of(recipe, key, call ? *std::move(call) : *signature, redraws);
      const Telling telling = telling_of(test, looked);
      if (telling == Telling::enough) return test;
      if (best && best_telling >= telling) continue;
      best = std::move(test);
      best_telling = telling;
      if (looked != nullptr) looked->telling = telling;
      if (telling == most) return *std::move(best);
    }
  }
  if (looked != nullptr) *looked = {.telling = best_telling};
  if (best) return *std::move(best);
  throw unreachable(recipe);
}

Recipe host_of(const Recipe& recipe) {
  Recipe host = recipe;
  host.intent = {};
  host.plan = plans_of(*recipe.form).front();
  host.scenario.clear();
  host.guest = false;
  return host;
}

bool may_be_guest(const Recipe& recipe) {
  if (recipe.intent.kind == Intent::Kind::inside) return !recipe.scenario.empty();
  const Constraint* rule = constraint_of(*recipe.form, recipe.target, recipe.intent.constraint);
  return rule != nullptr && rule->stage == Stage::launch;
}

Recipe of_signature(const Recipe& recipe) {
  if (recipe.guest) return host_of(recipe);
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
  Case test;
  test.call = std::move(call);
  test.intent = recipe.intent;
  test.plan = recipe.plan;
  test.scenario = recipe.scenario;
  test.lead = recipe.lead;
  test.key = key;
  test.redraws = redraws;
  test.name = spell(recipe, test.call, key);
  return test;
}

std::optional<Call> attempt_signature(const Recipe& recipe, std::uint32_t key, int attempt) {
  if (recipe.guest) return attempt_signature(host_of(recipe), key, attempt);
  const Recipe shared = of_signature(recipe);
  Choices choices(seed_of(shared, "signature", key >> 16U, attempt));
  try {
    Call call = random_call(shared, choices);
    if (recipe.intent.kind == Intent::Kind::inside)
      count_off(call, recipe, choices, turn_of(key >> 16U));
    if (recipe.alike) {
      // Types first: a tile of half bytes would be widened to whole blocks.
      if (!settle(call, choices, nullptr)) return std::nullopt;
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
    const CommonScenario* common = recipe.guest ? common_scenario(recipe.scenario) : nullptr;
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
  std::uint64_t hash = support::hash_text(suite_version);
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
