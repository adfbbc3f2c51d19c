// SPDX-License-Identifier: Apache-2.0
#include "generators/common_recipe.hpp"

#include <string>
#include <vector>

#include "generators/draw/common_scenarios.hpp"
#include "generators/draw/drawing.hpp"
#include "generators/shapes/empty.hpp"
#include "generators/shapes/in_place.hpp"
#include "generators/shapes/lines.hpp"
#include "generators/shapes/scalar_types.hpp"
#include "generators/values/plans.hpp"

namespace assay::generators {
namespace {

/// Types that do not convert are seen at once.
constexpr int attempts_of_scalars = 6;

/// Constraints decide early whether a region may be empty.
constexpr int attempts_of_empty = 16;

/// Whether a form allows one line is known after few attempts.
constexpr int attempts_of_lines = 16;

int attempts_for(std::string_view scenario) {
  if (scenario == empty_name) return attempts_of_empty;
  if (is_of_lines(scenario)) return attempts_of_lines;
  return scalar_type_of(scenario) ? attempts_of_scalars : most_attempts;
}

}  // namespace

std::optional<Recipe> common_recipe(std::string_view scenario, const OpSpec& op, const Form& form,
                                    Target target, ElementType lead, std::uint64_t turn) {
  if (!may_stand_in_place(form, target, scenario)) return std::nullopt;
  if (scalar_type_of(scenario) && !takes_scalars(form)) return std::nullopt;
  const bool tiles = form.operands[form.index_of(form.lead)].kind == OperandKind::tile;
  if ((scenario.starts_with(wide_name) || is_of_lines(scenario)) && !tiles) return std::nullopt;
  if (scenario == empty_name && !may_be_empty(form)) return std::nullopt;
  if (scenario == deep_product_name && !multiplies(form)) return std::nullopt;
  const std::vector<std::string> plans = plans_of(form);
  Recipe recipe;
  recipe.op = &op;
  recipe.form = &form;
  recipe.target = target;
  recipe.lead = lead;
  recipe.plan =
      is_of_lines(scenario) ? plan_of_one_case(form, scenario, turn) : plans[turn % plans.size()];
  recipe.scenario = scenario;
  if (!draw_signature(recipe, 0, attempts_for(scenario))) return std::nullopt;
  return recipe;
}

}  // namespace assay::generators
