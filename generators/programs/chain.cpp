// SPDX-License-Identifier: Apache-2.0
// Programs that show a relation between values.
#include "generators/programs/chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "generators/draw/choices.hpp"
#include "generators/draw/discriminating_power.hpp"
#include "generators/draw/drawing.hpp"
#include "generators/generate.hpp"
#include "generators/programs/binder.hpp"
#include "generators/programs/exactness.hpp"
#include "generators/shrink/smaller.hpp"
#include "reference/ops/op_index.hpp"
#include "reference/support/hash.hpp"

namespace assay::generators {
namespace {

constexpr int attempts = 150;
constexpr int signature_attempts = 3;
constexpr std::int64_t most_bytes = std::int64_t{64} * 1024;

const Form* form_of(const ChainCall& chained) {
  const OpSpec* op = find_op(std::string(chained.op));
  if (op == nullptr) return nullptr;
  const auto found = std::ranges::find(op->forms, chained.form, &Form::name);
  return found == op->forms.end() ? nullptr : &*found;
}

class ChainDrawer {
 public:
  ChainDrawer(const ProgramRecipe& recipe, const Relation& relation, std::uint32_t key, int attempt)
      : recipe_(recipe),
        relation_(relation),
        key_(support::combine(support::combine(support::hash_text(program_name(recipe, key)), key),
                              static_cast<std::uint64_t>(attempt))),
        choices_(key_),
        binder_(recipe.target) {}

  std::optional<Program> draw();

 private:
  bool add(const ChainCall& chained);
  std::optional<Recipe> recipe_of(const ChainCall& chained);
  std::optional<std::vector<std::optional<Value>>> values_of(const ChainCall& chained) const;
  const OperandValue& spec(const ChainOperand& place) const {
    return calls_[place.call].operands[calls_[place.call].form->index_of(place.operand)];
  }
  std::optional<Call> call_of(const ChainCall& chained, const Recipe& recipe,
                              const std::vector<std::optional<Value>>& values, std::uint32_t key);

  const ProgramRecipe& recipe_;
  const Relation& relation_;
  std::uint64_t key_;
  Choices choices_;
  Binder binder_;
  Exactness exactness_;
  std::vector<Call> calls_;
  std::vector<ProgramStep> steps_;
};

std::optional<Recipe> ChainDrawer::recipe_of(const ChainCall& chained) {
  Recipe recipe;
  recipe.op = find_op(std::string(chained.op));
  recipe.form = form_of(chained);
  recipe.target = recipe_.target;
  recipe.plan = choices_.pick(exact_plans());
  if (chained.lead_like) {
    recipe.lead = element_of(spec(*chained.lead_like));
  } else if (chained.reads.empty()) {
    const std::vector<ElementType> legal = lead_elements(*recipe.form, recipe_.target);
    if (legal.empty()) return std::nullopt;
    recipe.lead = choices_.pick(std::span<const ElementType>(legal));
  } else {
    recipe.lead = element_of(spec(chained.reads.front().value));
  }
  return recipe;
}

/// The values that the call reads, by operand, if all are still in memory.
std::optional<std::vector<std::optional<Value>>> ChainDrawer::values_of(
    const ChainCall& chained) const {
  const Form& form = *form_of(chained);
  std::vector<std::optional<Value>> values(form.operands.size());
  for (const ChainCall::Reading& read : chained.reads) {
    const ProgramStep& step = steps_[read.value.call];
    const std::size_t operand = step.test.form().index_of(read.value.operand);
    // Another value may be there by now.
    const bool is_its_own = step.fresh[operand] || is_written(step.test.form().operands[operand]);
    const auto found = std::ranges::find_if(binder_.values(), [&](const Value& value) {
      return value.binding == *step.bindings[operand] &&
             same_bytes(value.spec, step.test.call.operands[operand]) &&
             (!is_its_own || value.step == read.value.call);
    });
    if (found == binder_.values().end()) return std::nullopt;
    values[form.index_of(read.operand)] = *found;
  }
  return values;
}

/// The call with those values for its inputs, and the chain's requirements for its other operands.
std::optional<Call> ChainDrawer::call_of(const ChainCall& chained, const Recipe& recipe,
                                         const std::vector<std::optional<Value>>& values,
                                         std::uint32_t key) {
  const auto signature = draw_signature(recipe, key, signature_attempts);
  if (!signature) return std::nullopt;
  const auto fit = [&](Call& call) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i]) call.operands[i] = values[i]->spec;
    }
    if (chained.fit != nullptr) chained.fit(call, calls_);
  };
  auto made = repaired(draw_launch(recipe, key, *signature), nullptr, fit);
  if (!made || bytes_of(*made) > most_bytes) return std::nullopt;
  Call again = *made;
  if (chained.fit != nullptr) chained.fit(again, calls_);
  if (again.operands != made->operands) return std::nullopt;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] && !same_bytes(values[i]->spec, made->operands[i])) return std::nullopt;
  }
  return made;
}

bool ChainDrawer::add(const ChainCall& chained) {
  const auto values = values_of(chained);
  const auto recipe = recipe_of(chained);
  if (!values || !recipe) return false;
  const auto key = static_cast<std::uint32_t>(support::combine(key_, steps_.size()));
  const auto call = call_of(chained, *recipe, *values, key);
  if (!call) return false;
  Case test_case;
  test_case.call = *call;
  test_case.plan = recipe->plan;
  test_case.lead = recipe->lead;
  test_case.key = key;
  auto step = binder_.bind(std::move(test_case), *values, choices_, steps_.size());
  if (!step || !exactness_.take(*step, binder_.images())) return false;
  calls_.push_back(*call);
  steps_.push_back(*std::move(step));
  return true;
}

std::optional<Program> ChainDrawer::draw() {
  for (const ChainCall& chained : relation_.calls) {
    if (!add(chained)) return std::nullopt;
  }
  Program program;
  program.target = recipe_.target;
  program.judging = Judging::end_to_end;
  program.images = binder_.images();
  program.steps = std::move(steps_);
  return program;
}

}  // namespace

bool may_be_drawn(const Relation& relation, Target target) {
  return std::ranges::all_of(relation.calls, [&](const ChainCall& chained) {
    const Form* form = form_of(chained);
    return form != nullptr && form->targets.contains(target);
  });
}

namespace {

const Relation& known_relation(Target target, const std::string& name) {
  const Relation* relation = relation_named(name);
  if (relation != nullptr && may_be_drawn(*relation, target)) return *relation;
  throw std::invalid_argument(fmt::format("no program on {} shows '{}'", name_of(target), name));
}

}  // namespace

Program draw_chain(const ProgramRecipe& recipe, std::uint32_t key) {
  const Relation& relation = known_relation(recipe.target, recipe.relation);
  for (int attempt = 0; attempt < attempts; ++attempt) {
    std::optional<Program> program;
    try {
      program = ChainDrawer(recipe, relation, key, attempt).draw();
    } catch (const EmptyChoice&) {
      continue;
    }
    if (!program) continue;
    program->name = program_name(recipe, key);
    program->key = key;
    for (ProgramStep& step : program->steps) step.test.name = program->name;
    return *std::move(program);
  }
  throw Unreachable(fmt::format("{} cannot be drawn", program_name(recipe, key)));
}

std::vector<std::string> relations_on(Target target) {
  std::vector<std::string> names;
  for (const Relation& relation : relations()) {
    if (may_be_drawn(relation, target)) names.emplace_back(relation.name);
  }
  return names;
}

ProgramRecipe chain_recipe(Target target, const std::string& relation) {
  return {.target = target,
          .calls = static_cast<int>(known_relation(target, relation).calls.size()),
          .ops = {},
          .kind = ProgramKind::relation,
          .relation = relation};
}

}  // namespace assay::generators
