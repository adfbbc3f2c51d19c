// SPDX-License-Identifier: Apache-2.0
#include "generators/shapes/in_place.hpp"

#include <variant>

#include "reference/ops/shared_memory.hpp"

namespace assay::generators {
namespace {

bool is_in_place(std::string_view scenario) {
  return scenario == in_place_name || scenario == in_last_place_name ||
         scenario == wide_in_place_name;
}

}  // namespace

bool may_stand_in_place(const Form& form, Target target, std::string_view scenario) {
  if (!is_in_place(scenario)) return true;
  return may_share_memory(form.op, target) && wanted_in_place(form, scenario).has_value();
}

void put_in_place(Call& call, std::string_view scenario) {
  const auto wanted = wanted_in_place(*call.form, scenario);
  if (!wanted) return;
  OperandValue& input = call.operands[wanted->input];
  OperandValue& output = call.operands[wanted->output];
  // Others follow the lead, so that the two begin as it is.
  const OperandValue& lead = call.operands[call.form->index_of(call.form->lead)];
  if (std::holds_alternative<TileSpec>(lead) && element_of(lead) == element_of(input)) input = lead;
  output = input;
}

bool stands_in_place(const Call& call, std::string_view scenario) {
  return !is_in_place(scenario) || shared_memory(call, scenario).has_value();
}

}  // namespace assay::generators
