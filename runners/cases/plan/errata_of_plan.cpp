// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan/errata_of_plan.hpp"

#include <set>

#include "runners/cases/plan/errata.hpp"

namespace assay::runners {

std::vector<std::string> errata_of_plan(const RunPlan& plan, const TestedBackends& tested) {
  std::set<std::pair<const Form*, Target>> places;
  for (const generators::Recipe& recipe : plan.recipes()) {
    places.emplace(recipe.form, recipe.target);
  }
  std::set<std::string> numbers;
  for (std::size_t k = 0; k < tested.backends.size(); ++k) {
    const ErrataChoice choice = errata_for(tested, k);
    for (const auto& [form, target] : places) {
      for (const Erratum* one : form->errata) {
        const bool here =
            one->targets.contains(target) &&
            (one->forms.empty() || std::ranges::find(one->forms, form->name) != one->forms.end());
        if (here && choice.includes(*one)) numbers.insert(one->number);
      }
    }
  }
  return {numbers.begin(), numbers.end()};
}

}  // namespace assay::runners
