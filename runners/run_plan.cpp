// SPDX-License-Identifier: Apache-2.0
#include "runners/run_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generators/generate.hpp"

namespace assay::runners {

std::optional<Case> RunPlan::draw(std::size_t index) const {
  if (single) return single;
  const PlannedCase& planned = cases[index];
  try {
    Case test =
        generators::draw(*planned.recipe, generators::key_of(*planned.recipe, seed, planned.index));
    const bool large = large_bytes > 0 && bytes_of(test.call) > large_bytes;
    if (large && !shows_large(planned)) return std::nullopt;
    return test;
  } catch (const generators::Unreachable&) {
    return std::nullopt;
  }
}

/// The first case of a recipe, unless another element type of the selection shows the same.
bool RunPlan::shows_large(const PlannedCase& planned) const {
  if (planned.index > 0) return false;
  if (large_every_dtype) return true;
  const generators::Recipe& recipe = *planned.recipe;
  const auto first = std::ranges::find_if(recipes, [&](const generators::Recipe& other) {
    return other.form == recipe.form && other.target == recipe.target;
  });
  return first->lead == recipe.lead;
}

RunPlan plan_of(const RunOptions& options) {
  RunPlan plan;
  if (!options.case_name.empty()) {
    plan.single = generators::case_named(options.case_name);
    plan.selection = "case=" + plan.single->name;
    return plan;
  }
  const Suite suite = suite_named(options.suite);
  const Selection selection{options.op_pattern.value_or(suite.ops),
                            options.targets.empty() ? suite.targets : options.targets,
                            options.dtypes};
  CaseCounts counts = suite.cases;
  if (options.cases) counts = {*options.cases, *options.cases, *options.cases};
  plan.seed = options.seed.value_or(suite.seed);
  plan.large_bytes = suite.large_bytes;
  plan.large_every_dtype = suite.large_every_dtype;
  plan.recipes = recipes_of(selection);
  plan.cases = plan_cases(plan.recipes, counts);
  plan.selection = fmt::format("suite={} {} cases={}/{}/{}", suite.name, to_string(selection),
                               counts.inside, counts.boundary, counts.outside);
  return plan;
}

}  // namespace assay::runners
