// SPDX-License-Identifier: Apache-2.0
// Drawing a program, call by call.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "generators/draw/choices.hpp"
#include "generators/draw/discriminating_power.hpp"
#include "generators/draw/drawing.hpp"
#include "generators/draw/random_operand.hpp"
#include "generators/programs/binder.hpp"
#include "generators/programs/chain.hpp"
#include "generators/programs/dead_ends.hpp"
#include "generators/programs/exactness.hpp"
#include "generators/programs/next_form.hpp"
#include "generators/programs/programs.hpp"
#include "generators/shrink/smaller.hpp"
#include "generators/values/plans.hpp"
#include "reference/ops/convolution/registers.hpp"
#include "reference/ops/quantisation/quantiser_setters.hpp"
#include "reference/support/hash.hpp"

namespace assay::generators {
namespace {

constexpr int attempts_per_call = 40;
constexpr int signature_attempts = 3;
constexpr int attempts_of_illegal_call = 200;
/// The number of attempts at a call that reads a value in memory.
constexpr int attempts_of_reader = 150;
/// The share of calls that read the output of another, of those that could.
constexpr int link_percent = 85;
constexpr int second_link_percent = 60;
/// The share of calls that go on with what earlier calls left in registers, of those that could;
/// also of calls with descriptors of their own, after one that sets some.
constexpr int next_by_registers_percent = 75;
constexpr int reader_of_registers_percent = 40;
/// Values that do not all overflow after some calls.
constexpr int moderate_percent = 60;
/// Larger operands are shown by single cases.
constexpr std::int64_t most_bytes = std::int64_t{64} * 1024;

using Links = std::vector<std::optional<Value>>;

/// Whether a page changes contents only because they would show little, not because they are
/// forbidden for a target: a result that grows with its inputs takes anything.
bool takes_anything(const Form& form) {
  return !form.admit ||
         std::ranges::all_of(form.results, [](const Result& one) { return one.flow.grows; });
}

bool may_be_linked(const Form& form, std::size_t operand) {
  const Operand& place = form.operands[operand];
  if (place.kind == OperandKind::scalar || !takes_anything(form)) return false;
  return is_read(place.role);
}

/// Whether no legal call of the recipe reads the value, if there is one. Nothing is drawn to see
/// it.
bool leads_nowhere(const Recipe& recipe, const std::optional<Value>& from) {
  const Form& form = *recipe.form;
  if (!may_lead(form, recipe.target, recipe.lead)) return true;
  if (!from) return false;
  const bool in_tile = std::holds_alternative<TileSpec>(from->spec);
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    const bool alike = (form.operands[i].kind == OperandKind::tile) == in_tile &&
                       (is_image(from->spec) || !takes_image(form, i));
    if (alike && may_be_linked(form, i)) return false;
  }
  return true;
}

class Drawer {
 public:
  Drawer(const ProgramRecipe& recipe, std::uint32_t key)
      : recipe_(recipe),
        key_(key),
        choices_(seed()),
        next_form_(recipe.target, recipe.ops),
        elements_(storable(recipe.target)),
        binder_(recipe.target) {}

  Program draw();

 private:
  std::uint64_t seed() const {
    return support::combine(support::combine(support::hash_text(draw_salt),
                                             support::hash_text(program_name(recipe_, key_))),
                            key_);
  }
  const Value* value();
  ElementType lead_of(const Form& form);
  std::string plan_of(const Form& form);
  bool is_exact() const { return recipe_.kind == ProgramKind::exact; }
  bool is_outside(int call) const {
    return recipe_.kind == ProgramKind::outside && call + 1 == recipe_.calls;
  }
  /// The form of a call, and the value that it reads, if any.
  struct Next {
    const Callee* chosen = nullptr;
    std::optional<Value> from = {};
    bool by_registers = false;  ///< has what earlier calls left there
  };
  std::optional<Next> next_by_registers();
  std::optional<Next> next_with_descriptors();
  Next next();
  bool add_call(int call);
  Recipe recipe_of(const Callee& chosen, const std::optional<Value>& from);
  bool add(int attempt);
  bool add_outside(int attempt);
  bool take(Case test_case, const Links& read);
  std::uint32_t key_of_attempt(int attempt) const {
    return static_cast<std::uint32_t>(support::combine(support::combine(key_, steps_.size()),
                                                       static_cast<std::uint64_t>(attempt)));
  }
  std::optional<Call> drawn(const Recipe& recipe, std::uint32_t key) const;
  std::optional<std::pair<Call, std::size_t>> reading(const Call& call, const Value& value,
                                                      const Constraint* broken = nullptr);
  Links links(const Call& call, const Value* value, std::size_t operand);

  const ProgramRecipe& recipe_;
  std::uint32_t key_;
  Choices choices_;
  NextForm next_form_;
  std::vector<ElementType> elements_;
  Binder binder_;
  Exactness exactness_;
  ops::ImageRegisters registers_;
  std::vector<ProgramStep> steps_;
};

/// A value in memory, more often one of the latest.
const Value* Drawer::value() {
  const std::vector<Value>& values = binder_.values();
  if (values.empty() || !choices_.chance(link_percent)) return nullptr;
  const auto count = static_cast<std::int64_t>(values.size());
  const std::int64_t back = choices_.integer(0, count - 1);
  const std::int64_t other = choices_.integer(0, count - 1);
  return &values[static_cast<std::size_t>(count - 1 - std::min(back, other))];
}

std::optional<Call> Drawer::drawn(const Recipe& recipe, std::uint32_t key) const {
  auto signature = draw_signature(recipe, key, signature_attempts);
  if (!signature) return std::nullopt;
  return draw_launch(recipe, key, *signature);
}

/// The call with the value for one of its inputs, if its page allows it, except for a constraint
/// that the call is to break; which input that is.
std::optional<std::pair<Call, std::size_t>> Drawer::reading(const Call& call, const Value& value,
                                                            const Constraint* broken) {
  const Form& form = *call.form;
  std::vector<std::size_t> inputs;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    const bool alike = call.operands[i].index() == value.spec.index() &&
                       element_of(call.operands[i]) == element_of(value.spec);
    if (alike && may_be_linked(form, i)) inputs.push_back(i);
  }
  if (inputs.empty()) return std::nullopt;
  const std::size_t input = choices_.pick(std::span<const std::size_t>(inputs));
  const std::size_t lead = form.index_of(form.lead);
  const bool lead_alike = call.operands[lead].index() == value.spec.index() &&
                          element_of(call.operands[lead]) == element_of(value.spec);
  for (const bool with_lead : {false, true}) {
    if (with_lead && (input == lead || !lead_alike)) break;
    const auto made = repaired(call, broken, [&](Call& other) {
      if (with_lead) other.operands[lead] = value.spec;
      other.operands[input] = value.spec;
    });
    if (made && same_bytes(value.spec, made->operands[input])) return std::pair(*made, input);
  }
  return std::nullopt;
}

/// The call with its preceding settings drawn again, if it still reads what operand `operand` was
/// given: a setting that was moved to fit is the smallest one.
Call with_settings(const Recipe& recipe, std::uint32_t key, const Call& call, std::size_t operand) {
  const std::vector<Operand>& operands = recipe.form->operands;
  if (std::ranges::none_of(operands, &Operand::set_before)) return call;
  Call drawn = draw_launch(recipe, key, call);
  return same_bytes(call.operands[operand], drawn.operands[operand]) ? drawn : call;
}

/// The value that each operand reads: `value`, and by chance others that are already there.
Links Drawer::links(const Call& call, const Value* value, std::size_t operand) {
  Links links(call.operands.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (value != nullptr && i == operand) {
      links[i] = *value;
      continue;
    }
    if (!may_be_linked(*call.form, i) || !choices_.chance(second_link_percent)) continue;
    std::vector<const Value*> fitting;
    for (const Value& one : binder_.values()) {
      if (same_bytes(one.spec, call.operands[i])) fitting.push_back(&one);
    }
    if (!fitting.empty()) links[i] = *choices_.pick(std::span<const Value* const>(fitting));
  }
  return links;
}

/// Of few ops few types may be legal.
ElementType Drawer::lead_of(const Form& form) {
  const std::vector<ElementType> legal =
      recipe_.ops.empty() ? elements_ : lead_elements(form, recipe_.target);
  return choices_.pick(std::span<const ElementType>(legal));
}

/// Small whole numbers stay exact through some calls.
std::string Drawer::plan_of(const Form& form) {
  if (is_exact()) return std::string(choices_.pick(exact_plans()));
  const std::vector<std::string> plans = plans_of(form);
  return choices_.chance(moderate_percent) ? "moderate"
                                           : choices_.pick(std::span<const std::string>(plans));
}

/// Of a call that reads the value, if there is one. Its plan is left to be said.
Recipe Drawer::recipe_of(const Callee& chosen, const std::optional<Value>& from) {
  Recipe recipe;
  recipe.op = chosen.op;
  recipe.form = chosen.form;
  recipe.target = recipe_.target;
  recipe.lead = from ? element_of(from->spec) : lead_of(*chosen.form);
  return recipe;
}

/// What goes on with the registers of an image that earlier calls filled, if anything; of several
/// ops the first one more often, which reads them. A program without such calls draws nothing here.
std::optional<Drawer::Next> Drawer::next_by_registers() {
  const std::vector<std::string_view> ops = registers_.next();
  if (ops.empty() || !choices_.chance(next_by_registers_percent)) return std::nullopt;
  const bool first = ops.size() == 1 || choices_.chance(reader_of_registers_percent);
  const std::string_view op =
      first ? ops.front() : choices_.pick(std::span<const std::string_view>(ops));
  const Callee* const chosen = next_form_.reader_of_images(op);
  const auto& values = binder_.values();
  const auto image = std::find_if(values.rbegin(), values.rend(), [](const Value& one) {
    return is_image(one.spec) && ops::sets_registers(one.op);
  });
  if (chosen == nullptr || image == values.rend()) return std::nullopt;
  return Next{chosen, *image, first};
}

/// A call with descriptors of its own after one that sets some: those that were set must not count.
/// It brings what it reads.
std::optional<Drawer::Next> Drawer::next_with_descriptors() {
  if (steps_.empty() || !ops::sets_descriptors(steps_.back().test.form())) return std::nullopt;
  if (!choices_.chance(next_by_registers_percent)) return std::nullopt;
  const Callee* const chosen = next_form_.with_descriptors(choices_);
  return chosen == nullptr ? std::nullopt : std::optional(Next{chosen});
}

Drawer::Next Drawer::next() {
  if (auto found = next_by_registers()) return *std::move(found);
  if (auto found = next_with_descriptors()) return *std::move(found);
  const Value* one = value();
  Next next;
  if (one != nullptr) next.from = *one;
  next.chosen = &next_form_.draw(next.from ? &*next.from : nullptr, choices_);
  return next;
}

bool Drawer::add(int attempt) {
  const Next next = this->next();
  const std::optional<Value>& from = next.from;
  Recipe recipe = recipe_of(*next.chosen, from);
  recipe.plan = plan_of(*recipe.form);
  if (leads_nowhere(recipe, from)) return false;
  const std::uint32_t key = key_of_attempt(attempt);
  std::optional<Call> call = drawn(recipe, key);
  if (!call) return false;
  std::size_t operand = 0;
  if (from) {
    auto made = reading(*call, *from);
    if (!made) return false;
    operand = made->second;
    call = with_settings(recipe, key, made->first, operand);
  }
  if (next.by_registers && !registers_.adopt(*call, choices_)) return false;
  if (bytes_of(*call) > most_bytes) return false;
  Case test_case;
  test_case.call = *std::move(call);
  test_case.plan = recipe.plan;
  test_case.lead = recipe.lead;
  test_case.key = key;
  const Links read = links(test_case.call, from ? &*from : nullptr, operand);
  return take(std::move(test_case), read);
}

bool Drawer::take(Case test_case, const Links& read) {
  const std::optional<Binder> before = is_exact() ? std::optional(binder_) : std::nullopt;
  auto step = binder_.bind(std::move(test_case), read, choices_, steps_.size());
  if (!step) return false;
  if (before && !exactness_.take(*step, binder_.images())) {
    binder_ = *before;
    return false;
  }
  registers_.take(step->test.call);
  steps_.push_back(*std::move(step));
  return true;
}

/// Constraints that a call of the form can break and that implementations for a target refuse.
std::vector<const Constraint*> refusals(const Form& form, Target target) {
  std::vector<const Constraint*> found;
  for (const Constraint& constraint : form.constraints) {
    const bool refused = constraint.targets.contains(target) && constraint.breakable() &&
                         constraint.enforced.contains(target);
    if (refused) found.push_back(&constraint);
  }
  return found;
}

/// Whether what breaks the constraint is as it was drawn: a page may promise to refuse less than
/// all that is not legal. Names of constraints begin with that of their operand.
bool has_same(const Call& drawn, const Call& changed, const Constraint& constraint) {
  const std::string name = constraint.name.substr(0, constraint.name.find('.'));
  const std::vector<Operand>& operands = drawn.form->operands;
  const auto found = std::ranges::find(operands, name, &Operand::name);
  if (found == operands.end()) return false;
  const auto place = static_cast<std::size_t>(found - operands.begin());
  return drawn.operands[place] == changed.operands[place];
}

/// A call that breaks one constraint. Usually it reads values in memory.
bool Drawer::add_outside(int attempt) {
  const Value* read = attempt < attempts_of_reader ? value() : nullptr;
  if (read == nullptr && attempt < attempts_of_reader && !steps_.empty()) return false;
  const std::optional<Value> from = read ? std::optional(*read) : std::nullopt;
  const Callee& chosen = next_form_.draw(from ? &*from : nullptr, choices_);
  const std::vector<const Constraint*> refused = refusals(*chosen.form, recipe_.target);
  if (refused.empty()) return false;
  const Constraint& constraint = *choices_.pick(std::span<const Constraint* const>(refused));
  Recipe recipe = recipe_of(chosen, from);
  recipe.intent = Intent{Intent::Kind::outside, constraint.name, Edge::smallest};
  recipe.plan = plans_of(*chosen.form).front();
  Case test_case;
  test_case.key = key_of_attempt(attempt);
  test_case.intent = recipe.intent;
  test_case.plan = recipe.plan;
  test_case.lead = recipe.lead;
  std::optional<Call> call = drawn(recipe, test_case.key);
  if (!call || bytes_of(*call) > most_bytes) return false;
  std::size_t operand = 0;
  if (from) {
    auto made = reading(*call, *from, &constraint);
    if (!made || !has_same(*call, made->first, constraint)) return false;
    call = std::move(made->first);
    operand = made->second;
  }
  test_case.call = *std::move(call);
  const Links read_too = links(test_case.call, from ? &*from : nullptr, operand);
  return take(std::move(test_case), read_too);
}

bool Drawer::add_call(int call) {
  const int attempts = is_outside(call) ? attempts_of_illegal_call : attempts_per_call;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    try {
      if (is_outside(call) ? add_outside(attempt) : add(attempt)) return true;
    } catch (const EmptyChoice&) {
      continue;
    }
  }
  return false;
}

Program Drawer::draw() {
  if (next_form_.is_none()) {
    throw std::invalid_argument(fmt::format("no program on {} calls {}", name_of(recipe_.target),
                                            fmt::join(recipe_.ops, " or ")));
  }
  for (int call = 0; call < recipe_.calls; ++call) {
    if (add_call(call)) continue;
    if (recipe_.kind != ProgramKind::outside || is_outside(call)) break;
    call = recipe_.calls - 2;  // what is to be illegal may still fit
  }
  Program program;
  program.name = program_name(recipe_, key_);
  program.target = recipe_.target;
  program.key = key_;
  const bool legal = steps_.empty() || steps_.back().test.intent.legal();
  if (recipe_.kind == ProgramKind::outside && legal) {
    throw Unreachable(fmt::format("{} cannot be drawn", program_name(recipe_, key_)));
  }
  const bool by_end = recipe_.kind == ProgramKind::end || is_exact();
  if (by_end) program.judging = Judging::end_to_end;
  program.images = binder_.images();
  program.steps = std::move(steps_);
  for (ProgramStep& step : program.steps) step.test.name = program.name;
  return program;
}

}  // namespace

Program draw_program(const ProgramRecipe& recipe, std::uint32_t key) {
  if (recipe.calls < 1 || recipe.calls > most_calls) {
    throw std::invalid_argument(
        fmt::format("a program has 1 to {} calls, not {}", most_calls, recipe.calls));
  }
  if (recipe.kind == ProgramKind::relation) return draw_chain(recipe, key);
  return Drawer(recipe, key).draw();
}

std::uint32_t program_key(const ProgramRecipe& recipe, std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t start =
      support::combine(support::hash_text(program_name(recipe, 0)), support::mix(seed));
  // A walk, so that indices have keys of their own.
  return static_cast<std::uint32_t>(start + index * 0x9e3779b1U);
}

}  // namespace assay::generators
