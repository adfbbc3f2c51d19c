// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan/common_recipes.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "generators/draw/common_scenarios.hpp"
#include "generators/shapes/empty.hpp"
#include "generators/shapes/lines.hpp"
#include "generators/shapes/scalar_types.hpp"
#include "generators/shapes/wide.hpp"
#include "generators/values/plans.hpp"
#include "reference/ops/shared_memory.hpp"
#include "reference/support/hash.hpp"

namespace assay::runners {
namespace {

/// With the first element type that shows the scenario; with which one to begin follows from the
/// names and the turn.
std::optional<generators::Recipe> common_recipe(std::string_view scenario, const Place& place,
                                                const std::vector<ElementType>& leads,
                                                std::uint64_t turn) {
  const auto& [op, form, target] = place;
  std::uint64_t start = support::hash_text(form->op + form->name + std::string(scenario));
  start += static_cast<std::uint64_t>(target) + turn;
  for (std::size_t i = 0; i < leads.size(); ++i) {
    const ElementType lead = leads[(start + i) % leads.size()];
    auto recipe = generators::common_recipe(scenario, *op, *form, target, lead, turn);
    if (recipe) return recipe;
  }
  return std::nullopt;
}

/// Calls in place: each element type is on one of three targets, and over three turns on all; for
/// the last place, which few forms have, one type is used.
void add_in_place(const Place& place, const std::vector<ElementType>& leads, std::uint64_t turn,
                  std::vector<generators::Recipe>& recipes) {
  const auto& [op, form, target] = place;
  constexpr std::uint64_t share = 3;
  std::vector<ElementType> shown;
  for (const ElementType lead : leads) {
    const auto number = static_cast<std::uint64_t>(lead) + static_cast<std::uint64_t>(target);
    if ((number + turn) % share == 0) shown.push_back(lead);
  }
  if (shown.empty() && !leads.empty()) shown.push_back(leads[turn % leads.size()]);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    auto recipe = generators::common_recipe(in_place_name, *op, *form, target, shown[i], turn + i);
    if (recipe) recipes.push_back(*std::move(recipe));
  }
  auto last = common_recipe(in_last_place_name, place, leads, turn);
  if (last) recipes.push_back(*std::move(last));
}

/// A case of each type that a caller may pass, with the first element type that takes it of a few:
/// with which one to begin is another one for each.
void add_scalar_types(const Place& place, const std::vector<ElementType>& leads, std::uint64_t turn,
                      std::vector<generators::Recipe>& recipes) {
  constexpr std::size_t most_tried = 4;
  if (!generators::takes_scalars(*place.form)) return;
  for (std::size_t i = 0; i < generators::scalar_scenarios.size(); ++i) {
    const auto& [op, form, target] = place;
    for (std::size_t k = 0; k < std::min(most_tried, leads.size()); ++k) {
      const ElementType lead = leads[(turn + i + k) % leads.size()];
      auto recipe = generators::common_recipe(generators::scalar_scenarios.at(i).name, *op, *form,
                                              target, lead, turn + i);
      if (!recipe) continue;
      recipes.push_back(*std::move(recipe));
      break;
    }
  }
}

/// Long rows are expensive: the turn selects the target and form of an op that has some. It begins
/// with A2A3, whose instructions count repeats in a byte.
bool has_long_rows(const Place& place, std::uint64_t turn) {
  const auto& [op, form, target] = place;
  if (all_targets.at(turn % all_targets.size()) != target) return false;
  std::vector<const Form*> forms;
  for (const Form& one : op->forms) {
    if (one.targets.contains(target)) forms.push_back(&one);
  }
  return forms.at(turn / all_targets.size() % forms.size()) == form;
}

/// Element types of four bytes or more, of which a row has fewer, or the others, of which a row has
/// so many that it extends past 16,384; all if there is none.
enum class Width : std::uint8_t { large, small };

std::vector<ElementType> of_width(Width width, const std::vector<ElementType>& leads) {
  constexpr int large_bits = 32;
  std::vector<ElementType> some;
  std::ranges::copy_if(leads, std::back_inserter(some), [width](ElementType lead) {
    return (bits_of(lead) >= large_bits) == (width == Width::large);
  });
  return some.empty() ? leads : some;
}

void add_long_rows(const Place& place, const std::vector<ElementType>& leads, std::uint64_t turn,
                   std::vector<generators::Recipe>& recipes) {
  if (!has_long_rows(place, turn)) return;
  for (const std::string_view scenario : {generators::wide_name, wide_in_place_name}) {
    auto recipe = common_recipe(scenario, place, of_width(Width::large, leads), turn);
    if (!recipe) continue;
    recipes.push_back(*std::move(recipe));
    return;
  }
}

/// Deep products are as expensive as long rows, and the turn selects among forms in the same way.
/// Their values are those of the page's own plans, by which sums have one result in every order.
void add_deep_product(const Place& place, const std::vector<ElementType>& leads, std::uint64_t turn,
                      std::vector<generators::Recipe>& recipes) {
  const std::vector<std::string>& plans = place.form->plans;
  if (!has_long_rows(place, turn) || plans.empty()) return;
  auto recipe = common_recipe(generators::deep_product_name, place, leads, turn);
  if (!recipe) return;
  recipe->plan = plans[turn % plans.size()];
  recipes.push_back(*std::move(recipe));
}

/// Rather with elements of two bytes or more: what some pads of floats of one byte are is open.
void add_empty(const Place& place, const std::vector<ElementType>& leads, std::uint64_t turn,
               std::vector<generators::Recipe>& recipes) {
  constexpr int large_bits = 16;
  std::vector<ElementType> large;
  std::ranges::copy_if(leads, std::back_inserter(large),
                       [](ElementType lead) { return bits_of(lead) >= large_bits; });
  auto recipe = common_recipe(generators::empty_name, place, large, turn);
  if (!recipe) recipe = common_recipe(generators::empty_name, place, leads, turn);
  if (recipe) recipes.push_back(*std::move(recipe));
}

/// Element types that are floating-point numbers, and the others.
struct Kinds {
  std::vector<ElementType> floats;
  std::vector<ElementType> integers;

  explicit Kinds(const std::vector<ElementType>& leads) {
    for (const ElementType lead : leads) {
      (format_of(lead).kind == ElementKind::floating ? floats : integers).push_back(lead);
    }
  }
};

/// Many elements with one type. Whole tiles of one kind and parts of the other, by turns: with
/// floating-point numbers of all kinds, and integers by the plan of the turn.
void add_large(const Place& place, const std::vector<ElementType>& leads, std::uint64_t turn,
               std::vector<generators::Recipe>& recipes) {
  if (auto large = common_recipe(generators::large_name, place, leads, turn)) {
    recipes.push_back(*std::move(large));
  }
  const Kinds kinds(leads);
  for (std::uint64_t i = 0; i < 2; ++i) {
    const std::string_view scenario = generators::common_names.at(1 + i);
    const bool floating = (turn + i) % 2 == 0;
    const std::vector<ElementType>& kind = floating ? kinds.floats : kinds.integers;
    auto recipe = common_recipe(scenario, place, kind, turn);
    if (!recipe) recipe = common_recipe(scenario, place, leads, turn);
    if (!recipe) continue;
    if (floating) recipe->plan = generators::plan_of_one_case(*place.form, scenario, turn);
    recipes.push_back(*std::move(recipe));
  }
}

/// Tiles of one line, with a floating-point type and with one of integers. Tiles of many or long
/// lines are expensive, and have one type, of floating-point numbers where there is one. Not `all`
/// of them: only those whose count exceeds a byte.
void add_sizes(const Place& place, const std::vector<ElementType>& leads, std::uint64_t turn,
               bool all, std::vector<generators::Recipe>& recipes) {
  const Kinds kinds(leads);
  const std::vector<ElementType>& dear = kinds.floats.empty() ? kinds.integers : kinds.floats;
  for (const generators::LineScenario& scenario : generators::line_scenarios) {
    if (!all && !generators::is_beyond_a_byte(scenario.name)) continue;
    const bool is_cheap = generators::is_of_one_line(scenario.name);
    auto recipe = common_recipe(scenario.name, place, dear, turn);
    if (recipe) recipes.push_back(*std::move(recipe));
    if (!is_cheap || kinds.floats.empty()) continue;
    recipe = common_recipe(scenario.name, place, kinds.integers, turn);
    if (recipe) recipes.push_back(*std::move(recipe));
  }
  if (!all) return;
  // Of ops that make one line of many, only long rows have results at high offsets.
  const std::string plan = generators::plan_of_one_case(*place.form, generators::wide_name, turn);
  if (plan == generators::mosaic_name) return;
  auto wide = common_recipe(generators::wide_name, place, of_width(Width::small, dear), turn);
  if (!wide) return;
  wide->plan = plan;
  recipes.push_back(*std::move(wide));
}

std::vector<generators::Recipe> of_a_turn(const Place& place, const std::vector<ElementType>& leads,
                                          std::uint64_t turn, bool all_sizes) {
  std::vector<generators::Recipe> recipes;
  add_large(place, leads, turn, recipes);
  add_in_place(place, leads, turn, recipes);
  add_long_rows(place, leads, turn, recipes);
  add_scalar_types(place, leads, turn, recipes);
  add_empty(place, leads, turn, recipes);
  add_sizes(place, leads, turn, all_sizes, recipes);
  return recipes;
}

/// Adds what is not there yet.
void add_new(std::vector<generators::Recipe>& recipes, std::vector<generators::Recipe> more) {
  for (generators::Recipe& recipe : more) {
    const bool known = std::ranges::any_of(recipes, [&](const generators::Recipe& other) {
      return other.scenario == recipe.scenario && other.lead == recipe.lead &&
             other.plan == recipe.plan;
    });
    if (!known) recipes.push_back(std::move(recipe));
  }
}

}  // namespace

std::vector<generators::Recipe> common_recipes(const Place& place,
                                               const std::vector<ElementType>& leads,
                                               const RotationSpan& turns) {
  std::vector<generators::Recipe> recipes;
  for (std::uint64_t k = 0; k < turns.count; ++k) {
    add_new(recipes, of_a_turn(place, leads, turns.first + k, turns.all_sizes));
    // The smoke suite, of one turn, has no time for these.
    if (turns.count == 1) continue;
    std::vector<generators::Recipe> deep;
    add_deep_product(place, leads, turns.first + k, deep);
    add_new(recipes, std::move(deep));
  }
  return recipes;
}

}  // namespace assay::runners
