// SPDX-License-Identifier: Apache-2.0
// The page lint: can every rule be kept, and can every rule be broken alone?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "generators/choices.hpp"
#include "generators/drawing.hpp"
#include "generators/settle.hpp"
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

bool breaks_alone(const std::vector<Recipe>& bases, const Constraint& rule) {
  for (Recipe recipe : bases) {
    recipe.intent = Intent{Intent::Kind::outside, rule.name, Edge::smallest};
    for (std::uint32_t key = 0; key < breach_keys; ++key) {
      if (draw_signature(recipe, key << 16U, most_attempts)) return true;
    }
  }
  return false;
}

/// Rules that fall together with `rule`; nothing at all where its breach breaks nothing.
struct Company {
  bool was_broken = false;
  std::set<std::string> others;
};

void breach_once(const Recipe& base, const Constraint& rule, std::uint32_t key, Company& company) {
  auto call = draw_signature(base, key, most_attempts);
  if (!call) return;
  Choices draw(seed_of(base, "lint", key, 0));
  try {
    rule.breach(*call, draw);
    if (rule.holds(*call)) return;
    company.was_broken = true;
    for (const std::string& name : violated(*call)) company.others.insert(name);
    settle(*call, draw, &rule);
    if (!rule.holds(*call)) {
      for (const std::string& name : violated(*call)) company.others.insert(name);
    }
  } catch (const EmptyChoice&) {
    return;
  }
}

Company company_of(const std::vector<Recipe>& bases, const Constraint& rule) {
  Company company;
  for (const Recipe& base : bases) {
    for (std::uint32_t key = 0; key < breach_keys; ++key) {
      breach_once(base, rule, key << 16U, company);
    }
  }
  company.others.erase(rule.name);
  return company;
}

void sort_rule(Lint& found, const std::vector<Recipe>& bases, const Constraint& rule) {
  if (rule.invariant) {
    found.stated.push_back(rule.name + ": a constraint of the types themselves");
  } else if (!rule.also_stated.empty()) {
    found.stated.push_back(fmt::format("{}: {}", rule.name, rule.also_stated));
  } else if (!rule.breach) {
    found.stated.push_back(rule.name + ": the page gives no way to break it");
  } else if (breaks_alone(bases, rule)) {
    found.breaks_alone.push_back(rule.name);
  } else {
    const Company company = company_of(bases, rule);
    if (!company.was_broken) {
      found.vacuous.push_back(rule.name);
    } else {
      found.redundant.push_back(
          company.others.empty()
              ? rule.name + ": also changes the lead operand's element type"
              : fmt::format("{}: also breaks {}", rule.name, fmt::join(company.others, ", ")));
    }
  }
}

}  // namespace

Lint lint(const OpSpec& op, const Form& form, Target target, int tries) {
  Lint found;
  found.form = &form;
  found.target = target;
  std::vector<Recipe> bases;
  for (const ElementType lead : lead_elements(form, target)) {
    bases.push_back(recipe_for(op, form, target, lead));
  }
  try_inside(found, bases, tries);
  for (const Constraint& rule : form.constraints) {
    if (rule.targets.contains(target)) sort_rule(found, bases, rule);
  }
  return found;
}

}  // namespace assay::generators
