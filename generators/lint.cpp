// SPDX-License-Identifier: Apache-2.0
// The page lint: checks that every constraint can be kept, and that each can be broken alone.
#include "generators/lint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "generators/draw/choices.hpp"
#include "generators/draw/drawing.hpp"
#include "generators/draw/solve_constraints.hpp"
#include "generators/recipes.hpp"
#include "generators/values/plans.hpp"

namespace assay::generators {
namespace {

constexpr std::uint32_t breach_keys = 4;

Recipe recipe_for(const OpSpec& op, const Form& form, Target target, ElementType lead) {
  Recipe recipe;
  recipe.op = &op;
  recipe.form = &form;
  recipe.target = target;
  recipe.lead = lead;
  recipe.plan = plans_of(form).front();
  return recipe;
}

void try_inside(Lint& found, const std::vector<Recipe>& bases, int tries) {
  for (int i = 0; i < tries; ++i) {
    found.inside_tries += 1;
    if (bases.empty()) continue;
    const Recipe& base = bases[static_cast<std::size_t>(i) % bases.size()];
    const auto key = static_cast<std::uint32_t>(i) << 16U;
    const auto call = draw_signature(base, key, most_attempts);
    if (call && fulfils(draw_launch(base, key, *call), nullptr)) found.inside_valid += 1;
  }
}

bool breaks_alone(const std::vector<Recipe>& bases, const Constraint& constraint) {
  for (Recipe recipe : bases) {
    recipe.intent = Intent{Intent::Kind::outside, constraint.name, Edge::smallest};
    for (std::uint32_t key = 0; key < breach_keys; ++key) {
      if (draw_signature(recipe, key << 16U, most_attempts)) return true;
    }
  }
  return false;
}

/// Constraints that fall together with `constraint`; nothing at all where its breach breaks
/// nothing.
struct CoBreaches {
  bool was_broken = false;
  std::set<std::string> others;
};

void breach_once(const Recipe& base, const Constraint& constraint, std::uint32_t key,
                 CoBreaches& co_breaches) {
  auto call = draw_signature(base, key, most_attempts);
  if (!call) return;
  Choices draw(seed_of(base, "lint", key, 0));
  try {
    constraint.breach(*call, draw);
    if (constraint.holds(*call)) return;
    co_breaches.was_broken = true;
    for (const std::string& name : violated(*call)) co_breaches.others.insert(name);
    solve_constraints(*call, draw, &constraint);
    if (!constraint.holds(*call)) {
      for (const std::string& name : violated(*call)) co_breaches.others.insert(name);
    }
  } catch (const EmptyChoice&) {
    return;
  }
}

CoBreaches co_breaches_of(const std::vector<Recipe>& bases, const Constraint& constraint) {
  CoBreaches co_breaches;
  for (const Recipe& base : bases) {
    for (std::uint32_t key = 0; key < breach_keys; ++key) {
      breach_once(base, constraint, key << 16U, co_breaches);
    }
  }
  co_breaches.others.erase(constraint.name);
  return co_breaches;
}

void sort_constraint(Lint& found, const std::vector<Recipe>& bases, const Constraint& constraint) {
  if (constraint.invariant) {
    found.stated.push_back(constraint.name + ": a constraint of the types themselves");
  } else if (!constraint.also_stated.empty()) {
    found.stated.push_back(fmt::format("{}: {}", constraint.name, constraint.also_stated));
  } else if (!constraint.breach) {
    found.stated.push_back(constraint.name + ": the page gives no way to break it");
  } else if (breaks_alone(bases, constraint)) {
    found.breaks_alone.push_back(constraint.name);
  } else {
    const CoBreaches co_breaches = co_breaches_of(bases, constraint);
    if (!co_breaches.was_broken) {
      found.vacuous.push_back(constraint.name);
    } else {
      found.redundant.push_back(co_breaches.others.empty()
                                    ? constraint.name +
                                          ": also changes the lead operand's element type"
                                    : fmt::format("{}: also breaks {}", constraint.name,
                                                  fmt::join(co_breaches.others, ", ")));
    }
  }
}

}  // namespace

Lint lint(const OpSpec& op, const Form& form, Target target, int tries) {
  Lint found;
  found.form = &form;
  found.target = target;
  std::ranges::copy_if(
      form.plans, std::back_inserter(found.unknown_plans), [](const std::string& name) {
        return std::ranges::find(value_plans(), name, &ValuePlan::name) == value_plans().end();
      });
  std::vector<Recipe> bases;
  for (const ElementType lead : lead_elements(form, target)) {
    bases.push_back(recipe_for(op, form, target, lead));
  }
  try_inside(found, bases, tries);
  for (const Constraint& constraint : form.constraints) {
    if (constraint.targets.contains(target)) sort_constraint(found, bases, constraint);
  }
  return found;
}

}  // namespace assay::generators
