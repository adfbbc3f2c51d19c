// SPDX-License-Identifier: Apache-2.0
// From a random call to one that does what a recipe intends.
#include "generators/draw/intent.hpp"

#include <algorithm>

#include "generators/draw/solve_constraints.hpp"

namespace assay::generators {
namespace {

constexpr int edge_rounds = 8;

bool keeps_lead(const Call& call, const Recipe& recipe) {
  return element_of(call.operands[call.form->index_of(call.form->lead)]) == recipe.lead;
}

/// The constraint that the intent names; none for an inside case.
const Constraint* intended_constraint(const Recipe& recipe) {
  if (recipe.intent.kind == Intent::Kind::inside) return nullptr;
  return constraint_of(*recipe.form, recipe.target, recipe.intent.constraint);
}

bool same_elements(const Call& a, const Call& b) {
  return std::ranges::equal(a.operands, b.operands, {}, element_of, element_of);
}

bool go_to_edge(Call& call, const Recipe& recipe, const Constraint& constraint, Choices& choices) {
  if (!constraint.edge) return false;
  const Constraint* broken = recipe.intent.legal() ? nullptr : &constraint;
  const auto seed = static_cast<std::uint64_t>(choices.integer(0, 0xffffffff));
  const auto step = [&](Call& moved) {
    Choices same(seed);  // each turn goes to the same place
    return constraint.edge(moved, same, recipe.intent.edge);
  };
  return reach_edge(call, broken, step, choices) && keeps_lead(call, recipe);
}

/// Only a breach that touches an element type may give the lead another one.
bool break_alone(Call& call, const Recipe& recipe, const Constraint& constraint, Choices& choices) {
  if (!constraint.breach) return false;
  const Call before = call;
  constraint.breach(call, choices);
  const bool lead_may_change = !same_elements(before, call);
  if (!solve_constraints(call, choices, &constraint) || !fulfils(call, &constraint)) return false;
  return lead_may_change || keeps_lead(call, recipe);
}

/// From a call that keeps all constraints.
bool fulfil_intent(Call& call, const Recipe& recipe, Choices& choices) {
  if (recipe.intent.kind == Intent::Kind::inside) {
    return fulfils(call, nullptr) && keeps_lead(call, recipe);
  }
  const Constraint* constraint = intended_constraint(recipe);
  if (constraint == nullptr) return false;
  if (recipe.intent.kind == Intent::Kind::boundary)
    return go_to_edge(call, recipe, *constraint, choices);
  return break_alone(call, recipe, *constraint, choices);
}

}  // namespace

bool reach_intent(Call& call, const Recipe& recipe, Choices& choices) {
  return solve_constraints(call, choices, nullptr) && keeps_lead(call, recipe) &&
         fulfil_intent(call, recipe, choices);
}

bool keep_intent(Call& call, const Recipe& recipe, Choices& choices) {
  const Constraint* constraint = intended_constraint(recipe);
  if (constraint != nullptr && constraint->stage == Stage::launch) {
    return solve_constraints(call, choices, nullptr) && fulfil_intent(call, recipe, choices);
  }
  // A breach or an edge that lies in the types is there already.
  const Constraint* broken = recipe.intent.legal() ? nullptr : constraint;
  return solve_constraints(call, choices, broken) && fulfils(call, broken);
}

bool reach_edge(Call& call, const Constraint* broken, const EdgeStep& step, Draw& draw) {
  for (int round = 0; round < edge_rounds; ++round) {
    if (!step(call)) return false;
    if (fulfils(call, broken)) return true;
    if (!solve_constraints(call, draw, broken)) return false;
  }
  return false;
}

}  // namespace assay::generators
