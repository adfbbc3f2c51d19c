// SPDX-License-Identifier: Apache-2.0
// The two phases of drawing a call.
#include "generators/drawing.hpp"

#include <algorithm>

#include "generators/choices.hpp"
#include "generators/hash.hpp"
#include "generators/random_operand.hpp"
#include "generators/settle.hpp"

namespace assay::generators {
namespace {

constexpr int edge_rounds = 8;
constexpr int launch_attempts = 12;

const Constraint* clause(const Recipe& recipe) {
  return clause_of(*recipe.form, recipe.target, recipe.intent.clause);
}

const Scenario* scenario(const Recipe& recipe) {
  const auto& all = recipe.form->scenarios;
  const auto found = std::ranges::find(all, recipe.scenario, &Scenario::name);
  return found == all.end() ? nullptr : &*found;
}

std::size_t lead_index(const Form& form) { return form.index_of(form.lead); }

ElementType lead_element(const Call& call) {
  return element_of(call.operands[lead_index(*call.form)]);
}

/// Other tiles mostly start like the lead, so that rules which couple them have little to do.
OperandValue random_operand(const Recipe& recipe, const Operand& operand, const OperandValue* lead,
                            Draw& draw) {
  const std::vector<ElementType> elements = storable(recipe.target);
  const bool same = lead == nullptr || draw.chance(75);
  const ElementType element =
      same ? recipe.lead : draw.pick(std::span<const ElementType>(elements));
  const std::int64_t size = recipe.form->max_elements;
  if (operand.kind == OperandKind::global) return random_global(draw, element, size);
  if (operand.kind == OperandKind::scalar) {
    ScalarSpec scalar = random_scalar(draw, recipe.lead);
    redraw_bits(draw, scalar, recipe.plan);
    return scalar;
  }
  TileSpec tile = random_tile(draw, element, size);
  const auto* model = lead == nullptr ? nullptr : std::get_if<TileSpec>(lead);
  if (model == nullptr || !draw.chance(60)) return tile;
  const Pad pad = tile.type.pad;
  tile = *model;
  tile.type.pad = pad;
  tile.type.element = element;
  return tile;
}

/// An inside case with fewer rows than the page usually wants shows little; edges still go there.
void show_enough_rows(Call& call, const Recipe& recipe) {
  auto* tile = std::get_if<TileSpec>(&call.operands[lead_index(*call.form)]);
  if (tile == nullptr || recipe.intent.kind != Intent::Kind::inside) return;
  const std::int64_t wanted = recipe.form->usual_rows;
  if (tile->valid_rows < wanted) set_valid(*tile, wanted, tile->valid_cols);
}

Call random_call(const Recipe& recipe, Draw& draw) {
  const Form& form = *recipe.form;
  Call call{&form, recipe.target, {}, {}};
  call.operands.resize(form.operands.size());
  const std::size_t lead = lead_index(form);
  call.operands[lead] = random_operand(recipe, form.operands[lead], nullptr, draw);
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    if (i == lead) continue;
    call.operands[i] = random_operand(recipe, form.operands[i], &call.operands[lead], draw);
  }
  for (const Attribute& attribute : form.attributes) {
    const auto last = static_cast<std::int64_t>(attribute.values.size()) - 1;
    call.attributes.push_back(static_cast<int>(draw.integer(0, last)));
  }
  show_enough_rows(call, recipe);
  return call;
}

bool same_elements(const Call& a, const Call& b) {
  return std::ranges::equal(a.operands, b.operands, {}, element_of, element_of);
}

/// The edge is drawn with the same choices each time and comes last, so that what is accepted is at
/// the edge after the other rules have had their say.
bool go_to_edge(Call& call, const Recipe& recipe, const Constraint& rule, Choices& draw) {
  if (!rule.edge) return false;
  const Constraint* broken = recipe.intent.legal() ? nullptr : &rule;
  const auto seed = static_cast<std::uint64_t>(draw.integer(0, 0xffffffff));
  for (int round = 0; round < edge_rounds; ++round) {
    Choices same(seed);
    if (!rule.edge(call, same, recipe.intent.edge)) return false;
    if (fulfils(call, broken)) return lead_element(call) == recipe.lead;
    if (!settle(call, draw, broken)) return false;
  }
  return false;
}

/// Only a breach that touches an element type may give the lead another one.
bool break_alone(Call& call, const Recipe& recipe, const Constraint& rule, Choices& draw) {
  if (!rule.breach) return false;
  const Call before = call;
  rule.breach(call, draw);
  const bool lead_may_change = !same_elements(before, call);
  if (!settle(call, draw, &rule) || !fulfils(call, &rule)) return false;
  return lead_may_change || lead_element(call) == recipe.lead;
}

/// From a call that keeps all rules to what the recipe intends.
bool fulfil_intent(Call& call, const Recipe& recipe, Choices& draw) {
  if (recipe.intent.kind == Intent::Kind::inside) {
    return fulfils(call, nullptr) && lead_element(call) == recipe.lead;
  }
  const Constraint* rule = clause(recipe);
  if (rule == nullptr) return false;
  if (recipe.intent.kind == Intent::Kind::boundary) return go_to_edge(call, recipe, *rule, draw);
  return break_alone(call, recipe, *rule, draw);
}

/// Later attempts change less: some operands, in the end scalars and bases alone.
void redraw(Call& call, const Recipe& recipe, Draw& draw, int attempt) {
  const auto* lead = std::get_if<TileSpec>(&call.operands[lead_index(*call.form)]);
  const int tiles_percent = attempt < 4 ? 100 : (attempt < 8 ? 50 : 0);
  for (OperandValue& value : call.operands) {
    if (auto* scalar = std::get_if<ScalarSpec>(&value)) redraw_bits(draw, *scalar, recipe.plan);
    if (!draw.chance(tiles_percent)) continue;
    if (auto* global = std::get_if<GlobalSpec>(&value)) {
      redraw_launch(draw, *global, call.form->max_elements);
    }
    if (auto* tile = std::get_if<TileSpec>(&value)) {
      redraw_valid(draw, *tile);
      if (tile == lead) show_enough_rows(call, recipe);
      const bool follow = draw.chance(75);
      if (lead == nullptr || tile == lead || !follow) continue;
      if (tile->type.dynamic_valid_rows) tile->valid_rows = lead->valid_rows;
      if (tile->type.dynamic_valid_cols) tile->valid_cols = lead->valid_cols;
    }
  }
}

/// A breach or an edge that lies in the types is there already; one at launch is drawn anew.
bool complete_launch(Call& call, const Recipe& recipe, Choices& draw) {
  const Constraint* rule = recipe.intent.kind == Intent::Kind::inside ? nullptr : clause(recipe);
  const Constraint* broken = recipe.intent.legal() ? nullptr : rule;
  if (const Scenario* twist = scenario(recipe)) twist->apply(call, draw);
  if (rule == nullptr || rule->stage == Stage::instantiation) {
    return settle(call, draw, broken) && fulfils(call, broken);
  }
  return settle(call, draw, nullptr) && fulfil_intent(call, recipe, draw);
}

}  // namespace

std::uint64_t seed_of(const Recipe& recipe, std::string_view phase, std::uint32_t key,
                      int attempt) {
  std::uint64_t hash = hash_text(suite_version);
  const std::string intent = to_string(recipe.intent);
  for (const std::string_view part :
       {std::string_view(recipe.form->op), std::string_view(recipe.form->name),
        name_of(recipe.target), name_of(recipe.lead), std::string_view(intent),
        std::string_view(recipe.plan), std::string_view(recipe.scenario), phase}) {
    hash = combine(hash, hash_text(part));
  }
  return combine(combine(hash, key), static_cast<std::uint64_t>(attempt));
}

std::optional<Call> attempt_signature(const Recipe& recipe, std::uint32_t key, int attempt) {
  Choices draw(seed_of(recipe, "signature", key >> 16U, attempt));
  try {
    Call call = random_call(recipe, draw);
    if (const Scenario* twist = scenario(recipe)) twist->apply(call, draw);
    if (!settle(call, draw, nullptr) || lead_element(call) != recipe.lead) return std::nullopt;
    if (!fulfil_intent(call, recipe, draw)) return std::nullopt;
    return call;
  } catch (const EmptyChoice&) {
    return std::nullopt;
  }
}

std::optional<Call> draw_signature(const Recipe& recipe, std::uint32_t key, int attempts) {
  for (int attempt = 0; attempt < attempts; ++attempt) {
    if (auto call = attempt_signature(recipe, key, attempt)) return call;
  }
  return std::nullopt;
}

Call draw_launch(const Recipe& recipe, std::uint32_t key, const Call& call) {
  for (int attempt = 0; attempt < launch_attempts; ++attempt) {
    Choices draw(seed_of(recipe, "launch", key, attempt));
    Call other = call;
    try {
      redraw(other, recipe, draw, attempt);
      if (complete_launch(other, recipe, draw) && same_signature(call, other)) return other;
    } catch (const EmptyChoice&) {
      continue;
    }
  }
  return call;
}

}  // namespace assay::generators
