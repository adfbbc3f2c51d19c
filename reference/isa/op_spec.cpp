// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/op_spec.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/isa/case.hpp"

namespace assay {

const ElementArray& Evaluation::of(std::string_view operand) const {
  return contents[call.form->index_of(operand)];
}

Result depending_on(const std::vector<Choice>& choices, Result result) {
  for (const Choice choice : choices) {
    if (std::ranges::find(result.choices, choice) == result.choices.end()) {
      result.choices.push_back(choice);
    }
  }
  return result;
}

namespace {

/// Names of operands are short, mostly differ at their ends, and are compared for every constraint.
bool same_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = a.size(); i-- > 0;) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

/// Its number, or that of all operands where there is none.
std::size_t place_of(const std::vector<Operand>& operands, std::string_view name) {
  std::size_t place = 0;
  while (place < operands.size() && !same_name(operands[place].name, name)) ++place;
  return place;
}

template <typename Condition>
const MayRefuse* first_of(const Call& call, const Condition& condition) {
  const auto& all = call.form->may_refuse;
  const auto found = std::ranges::find_if(all, [&](const MayRefuse& one) {
    return one.targets.contains(call.target) && (!one.among || one.among(call)) && condition(one);
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

std::size_t Form::index_of(std::string_view operand) const {
  const std::size_t place = place_of(operands, operand);
  if (place < operands.size()) return place;
  throw std::out_of_range(op + " form " + name + " has no operand " + std::string(operand));
}

bool Form::has(std::string_view operand) const {
  return place_of(operands, operand) < operands.size();
}

const MayRefuse* may_refuse(const Call& call) {
  return first_of(call, [](const MayRefuse& one) { return !one.when; });
}

const MayRefuse* may_refuse(const Call& call, std::span<const ElementArray> contents) {
  return first_of(call, [&](const MayRefuse& one) {
    return !one.when || one.when({call, contents, Tolerance{}});
  });
}

std::string to_string(const Intent& intent) {
  switch (intent.kind) {
    case Intent::Kind::inside:
      return "inside";
    case Intent::Kind::boundary:
      return "edge." + intent.constraint + "." + std::string(name_of(intent.edge));
    case Intent::Kind::outside:
      return "breaks." + intent.constraint;
  }
  return {};
}

const Constraint* Case::broken() const {
  if (intent.legal()) return nullptr;
  const auto& constraints = form().constraints;
  const auto found = std::ranges::find_if(constraints, [&](const Constraint& constraint) {
    return constraint.name == intent.constraint && constraint.applies(call);
  });
  return found == constraints.end() ? nullptr : &*found;
}

}  // namespace assay
