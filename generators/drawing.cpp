// SPDX-License-Identifier: Apache-2.0
// Drawing a case, step by step and in this order. Each step leads down and none leads back:
// random_call draws operands, the page's scenario shapes them, intent moves the call by the
// constraints of the page to where the recipe wants it.
#include "generators/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generators/choices.hpp"
#include "generators/intent.hpp"
#include "generators/naming.hpp"
#include "generators/random_call.hpp"
#include "generators/values/plans.hpp"
#include "reference/support/hash.hpp"

namespace assay::generators {
namespace {

constexpr int launch_attempts = 12;

std::optional<Call> attempt_signature(const Recipe& recipe, std::uint32_t key, int attempt);
std::optional<Call> attempt_launch(const Recipe& recipe, std::uint32_t key, const Call& signature,
                                   int attempt);
void apply_scenario(Call& call, const Recipe& recipe, Draw& draw);

}  // namespace

Case draw(const Recipe& recipe, std::uint32_t key) {
  plan_named(recipe.plan);
  const auto signature = draw_signature(recipe, key, most_attempts);
  if (!signature) {
    throw Unreachable(fmt::format("{} form {} on {} with {} has no case for {}", recipe.form->op,
                                  recipe.form->name, name_of(recipe.target), name_of(recipe.lead),
                                  to_string(recipe.intent)));
  }
  Case test;
  test.call = draw_launch(recipe, key, *signature);
  test.intent = recipe.intent;
  test.plan = recipe.plan;
  test.scenario = recipe.scenario;
  test.lead = recipe.lead;
  test.key = key;
  test.name = spell(recipe, test.call, key);
  return test;
}

std::optional<Call> draw_signature(const Recipe& recipe, std::uint32_t key, int attempts) {
  for (int attempt = 0; attempt < attempts; ++attempt) {
    if (auto call = attempt_signature(recipe, key, attempt)) return call;
  }
  return std::nullopt;
}

Call draw_launch(const Recipe& recipe, std::uint32_t key, const Call& signature) {
  for (int attempt = 0; attempt < launch_attempts; ++attempt) {
    if (auto call = attempt_launch(recipe, key, signature, attempt)) return *std::move(call);
  }
  return signature;
}

namespace {

std::optional<Call> attempt_signature(const Recipe& recipe, std::uint32_t key, int attempt) {
  Choices choices(seed_of(recipe, "signature", key >> 16U, attempt));
  try {
    Call call = random_call(recipe, choices);
    apply_scenario(call, recipe, choices);
    if (!reach_intent(call, recipe, choices)) return std::nullopt;
    return call;
  } catch (const EmptyChoice&) {
    return std::nullopt;
  }
}

std::optional<Call> attempt_launch(const Recipe& recipe, std::uint32_t key, const Call& signature,
                                   int attempt) {
  Choices choices(seed_of(recipe, "launch", key, attempt));
  try {
    Call call = signature;
    redraw_launch(call, recipe, choices, attempt);
    apply_scenario(call, recipe, choices);
    if (!keep_intent(call, recipe, choices) || !same_signature(signature, call)) {
      return std::nullopt;
    }
    return call;
  } catch (const EmptyChoice&) {
    return std::nullopt;
  }
}

void apply_scenario(Call& call, const Recipe& recipe, Draw& draw) {
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
