// SPDX-License-Identifier: Apache-2.0
// From a random call to one that does what a recipe intends.
#include "generators/intent.hpp"

#include <algorithm>

#include "generators/settle.hpp"

namespace assay::generators {
namespace {

constexpr int edge_rounds = 8;

bool keeps_lead(const Call& call, const Recipe& recipe) {
  return element_of(call.operands[call.form->index_of(call.form->lead)]) == recipe.lead;
}

/// The rule that the intent names; none for an inside case.
const Constraint* rule_of(const Recipe& recipe) {
  if (recipe.intent.kind == Intent::Kind::inside) return nullptr;
  return clause_of(*recipe.form, recipe.target, recipe.intent.clause);
}

bool same_elements(const Call& a, const Call& b) {
  return std::ranges::equal(a.operands, b.operands, {}, element_of, element_of);
}

bool go_to_edge(Call& call, const Recipe& recipe, const Constraint& rule, Choices& choices) {
  if (!rule.edge) return false;
  const Constraint* broken = recipe.intent.legal() ? nullptr : &rule;
  const auto seed = static_cast<std::uint64_t>(choices.integer(0, 0xffffffff));
  const auto step = [&](Call& moved) {
    Choices same(seed);  // each turn goes to the same place
    return rule.edge(moved, same, recipe.intent.edge);
  };
  return reach_edge(call, broken, step, choices) && keeps_lead(call, recipe);
}

/// Only a breach that touches an element type may give the lead another one.
bool break_alone(Call& call, const Recipe& recipe, const Constraint& rule, Choices& choices) {
  if (!rule.breach) return false;
  const Call before = call;
  rule.breach(call, choices);
  const bool lead_may_change = !same_elements(before, call);
  if (!settle(call, choices, &rule) || !fulfils(call, &rule)) return false;
  return lead_may_change || keeps_lead(call, recipe);
}

/// From a call that keeps all rules.
bool fulfil_intent(Call& call, const Recipe& recipe, Choices& choices) {
  if (recipe.intent.kind == Intent::Kind::inside) {
    return fulfils(call, nullptr) && keeps_lead(call, recipe);
  }
  const Constraint* rule = rule_of(recipe);
  if (rule == nullptr) return false;
  if (recipe.intent.kind == Intent::Kind::boundary) return go_to_edge(call, recipe, *rule, choices);
  return break_alone(call, recipe, *rule, choices);
}

}  // namespace

bool reach_intent(Call& call, const Recipe& recipe, Choices& choices) {
  return settle(call, choices, nullptr) && keeps_lead(call, recipe) &&
         fulfil_intent(call, recipe, choices);
}

bool keep_intent(Call& call, const Recipe& recipe, Choices& choices) {
  const Constraint* rule = rule_of(recipe);
  if (rule != nullptr && rule->stage == Stage::launch) {
    return settle(call, choices, nullptr) && fulfil_intent(call, recipe, choices);
  }
  // A breach or an edge that lies in the types is there already.
  const Constraint* broken = recipe.intent.legal() ? nullptr : rule;
  return settle(call, choices, broken) && fulfils(call, broken);
}

bool reach_edge(Call& call, const Constraint* broken, const EdgeStep& step, Draw& draw) {
  for (int round = 0; round < edge_rounds; ++round) {
    if (!step(call)) return false;
    if (fulfils(call, broken)) return true;
    if (!settle(call, draw, broken)) return false;
  }
  return false;
}

}  // namespace assay::generators
