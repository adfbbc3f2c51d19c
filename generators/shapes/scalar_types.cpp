// SPDX-License-Identifier: Apache-2.0
#include "generators/shapes/scalar_types.hpp"

#include <algorithm>

#include "generators/values/plans.hpp"
#include "reference/support/hash.hpp"

namespace assay::generators {
namespace {

bool is_passed(const Operand& operand) {
  return operand.kind == OperandKind::scalar && !operand.set_before;
}

}  // namespace

std::optional<ElementType> scalar_type_of(std::string_view scenario) {
  const auto* found = std::ranges::find(scalar_scenarios, scenario, &ScalarScenario::name);
  if (found == scalar_scenarios.end()) return std::nullopt;
  return found->element;
}

bool takes_scalars(const Form& form) { return std::ranges::any_of(form.operands, is_passed); }

void pass_scalars_as(Call& call, ElementType element) {
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    if (is_passed(call.form->operands[i])) set_element(call.operands[i], element);
  }
}

bool passes_scalars_as(const Call& call, ElementType element) {
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    if (!is_passed(call.form->operands[i])) continue;
    if (element_of(call.operands[i]) != element) return false;
  }
  return true;
}

std::size_t special_of_scenario(const Form& form, Target target, ElementType lead,
                                ElementType passed, std::size_t turn) {
  const std::size_t place = support::hash_text(form.op + form.name) +
                            static_cast<std::size_t>(target) + static_cast<std::size_t>(lead);
  return (place + turn) % specials_between(format_of(passed), format_of(lead));
}

}  // namespace assay::generators
