// SPDX-License-Identifier: Apache-2.0
// Cases for RapidCheck.
#include "generators/gens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <ostream>
#include <stdexcept>

#include "generators/shrink/smaller.hpp"
#include "generators/values/plans.hpp"
#include "reference/ops/op_index.hpp"

namespace assay {

void showValue(const Case& test_case, std::ostream& out) { out << test_case.name; }

namespace generators {
namespace {

constexpr int most_keys = 64;

using Predicate = std::function<bool(const Recipe&)>;

/// A key in full: RapidCheck's own choice of integers prefers small ones.
rc::Gen<std::uint32_t> any_key() {
  return rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint32_t>()));
}

rc::Gen<std::size_t> any_index(std::size_t count) {
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, count));
}

template <typename T>
T one(const rc::Gen<T>& gen, const rc::Random& random) {
  return gen(random, rc::kNominalSize).value();
}

rc::Seq<Case> smaller_cases(const Case& test_case) {
  return rc::seq::mapMaybe(rc::seq::fromContainer(steps_down(test_case.call)),
                           [test_case](const Change& step) -> rc::Maybe<Case> {
                             std::optional<Case> smaller = smaller_case(test_case, step);
                             if (!smaller) return rc::Nothing;
                             return *std::move(smaller);
                           });
}

rc::Seq<FilledCase> simpler_cases(const FilledCase& filled) {
  return rc::seq::mapMaybe(rc::seq::fromContainer(simplifications(filled)),
                           [filled](const Simplification& simplify) -> rc::Maybe<FilledCase> {
                             std::optional<FilledCase> simpler = simplify(filled);
                             if (!simpler) return rc::Nothing;
                             return *std::move(simpler);
                           });
}

rc::Shrinkable<Case> shrinkable(Case test_case) {
  return rc::shrinkable::shrinkRecur(std::move(test_case), &smaller_cases);
}

/// The first of several tries that gives a case.
template <typename Try>
rc::Shrinkable<Case> first_of_tries(rc::Random random, const Try& attempt) {
  for (int i = 0; i < most_keys; ++i) {
    try {
      return shrinkable(attempt(random.split()));
    } catch (const Unreachable&) {
      continue;
    }
  }
  throw rc::GenerationFailure("no key that was tried has a case");
}

const OpSpec& page_of(std::string_view op) {
  const OpSpec* page = find_op(op);
  if (page == nullptr) throw std::invalid_argument(fmt::format("there is no instruction '{}'", op));
  return *page;
}

std::vector<Recipe> recipes_among(const OpSpec& op, const Among& among, const Predicate& wanted) {
  std::vector<Recipe> found;
  for (const Form& form : op.forms) {
    if (!among.form.empty() && form.name != among.form) continue;
    for (const Target target : all_targets) {
      if (among.target && target != *among.target) continue;
      for (const ElementType lead : lead_elements(form, target)) {
        if (among.lead && lead != *among.lead) continue;
        std::ranges::copy_if(recipes(op, form, target, lead), std::back_inserter(found), wanted);
      }
    }
  }
  return found;
}

rc::Gen<Case> case_of_kind(const OpSpec& op, const Among& among, Intent::Kind kind,
                           std::string_view constraint, std::string_view what) {
  std::vector<Recipe> found = recipes_among(op, among, [&](const Recipe& recipe) {
    return recipe.intent.kind == kind &&
           (constraint.empty() || recipe.intent.constraint == constraint);
  });
  if (found.empty()) {
    throw std::invalid_argument(fmt::format(
        "{} has no {} among form '{}', target '{}', lead '{}'", op.mnemonic, what, among.form,
        among.target ? name_of(*among.target) : "any", among.lead ? name_of(*among.lead) : "any"));
  }
  return case_among(std::move(found));
}

/// An inside case of any page, form, target, lead, plan and, once in a while, scenario. Recipes of
/// all pages take seconds to list, so this one is put together by hand.
Case inside_case_of_any_page(rc::Random random) {
  const auto pick = [&](const auto& list) {
    if (std::empty(list)) throw Unreachable("nothing to choose from");
    return list[one(any_index(std::size(list)), random.split())];
  };
  Recipe recipe;
  recipe.op = &all_ops()[one(any_index(all_ops().size()), random.split())];
  recipe.form = &recipe.op->forms[one(any_index(recipe.op->forms.size()), random.split())];
  recipe.target = pick(all_targets);
  recipe.lead = pick(lead_elements(*recipe.form, recipe.target));
  recipe.plan = pick(plans_of(*recipe.form));
  std::vector<std::string> scenarios(1);
  for (const Scenario& scenario : recipe.form->scenarios) {
    if (scenario.targets.contains(recipe.target)) scenarios.push_back(scenario.name);
  }
  recipe.scenario = pick(scenarios);
  return draw(recipe, one(any_key(), random.split()));
}

}  // namespace

rc::Gen<Case> legal_case(const OpSpec& op, const Among& among) {
  return case_of_kind(op, among, Intent::Kind::inside, "", "legal case");
}

rc::Gen<Case> legal_case(std::string_view op, const Among& among) {
  return legal_case(page_of(op), among);
}

rc::Gen<Case> boundary_case(const OpSpec& op, const Among& among) {
  return case_of_kind(op, among, Intent::Kind::boundary, "", "boundary case");
}

rc::Gen<Case> boundary_case(std::string_view op, const Among& among) {
  return boundary_case(page_of(op), among);
}

rc::Gen<Case> breaching_case(const OpSpec& op, std::string_view constraint, const Among& among) {
  return case_of_kind(
      op, among, Intent::Kind::outside, constraint,
      fmt::format("case that breaks {}", constraint.empty() ? "a constraint" : constraint));
}

rc::Gen<Case> breaching_case(std::string_view op, std::string_view constraint, const Among& among) {
  return breaching_case(page_of(op), constraint, among);
}

rc::Gen<Case> any_legal_case() {
  return
      [](const rc::Random& random, int) { return first_of_tries(random, inside_case_of_any_page); };
}

rc::Gen<Case> case_among(std::vector<Recipe> recipes) {
  const auto attempt = [recipes = std::move(recipes)](rc::Random random) {
    const Recipe& recipe = recipes[one(any_index(recipes.size()), random.split())];
    return draw(recipe, one(any_key(), random));
  };
  return [attempt](const rc::Random& random, int) { return first_of_tries(random, attempt); };
}

rc::Gen<FilledCase> with_contents(rc::Gen<Case> cases) {
  return [cases = std::move(cases)](const rc::Random& random, int) {
    return rc::shrinkable::shrinkRecur(filled(one(cases, random)), &simpler_cases);
  };
}

void showValue(const FilledCase& filled, std::ostream& out) {
  constexpr std::size_t most_shown = 8;
  const std::vector<Cell> cells = discriminating_cells(filled);
  out << filled.test.name;
  for (std::size_t i = 0; i < std::min(cells.size(), most_shown); ++i) {
    const ElementArray& contents = filled.before[cells[i].operand];
    out << fmt::format("\n  {}[{}] = {:#0{}x}", filled.test.form().operands[cells[i].operand].name,
                       cells[i].index, contents[cells[i].index],
                       2 + (bits_of(contents.type()) + 3) / 4);
  }
  if (cells.size() > most_shown) out << fmt::format("\n  and {} more", cells.size() - most_shown);
}

rc::Gen<Recipe> any_recipe(std::vector<Recipe> recipes) {
  const rc::Gen<std::size_t> index = any_index(recipes.size());
  return rc::gen::map(index, [recipes = std::move(recipes)](std::size_t i) { return recipes[i]; });
}

void showValue(const Recipe& recipe, std::ostream& out) {
  out << fmt::format("{}/{}/{}/{} {}{}{} {}", recipe.form->op, recipe.form->name,
                     name_of(recipe.target), name_of(recipe.lead), recipe.plan,
                     recipe.scenario.empty() ? "" : "+", recipe.scenario, to_string(recipe.intent));
}

rc::Gen<Case> case_of(Recipe recipe) {
  return [recipe = std::move(recipe)](const rc::Random& random, int) {
    return shrinkable(draw(recipe, one(any_key(), random)));
  };
}

}  // namespace generators
}  // namespace assay
