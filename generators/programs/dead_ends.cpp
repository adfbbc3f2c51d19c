// SPDX-License-Identifier: Apache-2.0
// Draws of calls that lead nowhere, known before they are made.
#include "generators/programs/dead_ends.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

#include "generators/draw/choices.hpp"
#include "generators/draw/random_call.hpp"
#include "generators/values/plans.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

/// A bit for each element type.
using Types = std::uint32_t;
static_assert(static_cast<int>(ElementType::f64) < 32);

Types bit_of(ElementType element) { return Types{1} << static_cast<unsigned>(element); }

Types legal_leads(const Form& form, Target target) {
  const std::string name = form.lead + ".element";
  const auto found = std::ranges::find_if(form.constraints, [&](const Constraint& constraint) {
    return constraint.name == name && constraint.targets.contains(target);
  });
  if (found == form.constraints.end()) return ~Types{0};
  Recipe recipe;
  recipe.form = &form;
  recipe.target = target;
  recipe.plan = plans_of(form).front();
  Smallest draw;
  Call call = random_call(recipe, draw);
  Types legal = 0;
  for (const ElementFormat& format : all_formats()) {
    set_element(call.operands[form.index_of(form.lead)], format.type);
    if (found->holds(call)) legal |= bit_of(format.type);
  }
  return legal;
}

using LeadsOfForms = std::map<const Form*, Types>;

LeadsOfForms leads_on(Target target) {
  LeadsOfForms leads;
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) {
      if (form.targets.contains(target)) leads.emplace(&form, legal_leads(form, target));
    }
  }
  return leads;
}

/// Computed for a target at the first request.
const LeadsOfForms& known_leads(Target target) {
  switch (target) {
    case Target::a2a3: {
      static const LeadsOfForms leads = leads_on(Target::a2a3);
      return leads;
    }
    case Target::a5: {
      static const LeadsOfForms leads = leads_on(Target::a5);
      return leads;
    }
    default: {
      static const LeadsOfForms leads = leads_on(Target::cpu);
      return leads;
    }
  }
}

}  // namespace

bool may_lead(const Form& form, Target target, ElementType element) {
  const LeadsOfForms& leads = known_leads(target);
  const auto found = leads.find(&form);
  return found == leads.end() || (found->second & bit_of(element)) != 0;
}

}  // namespace assay::generators
