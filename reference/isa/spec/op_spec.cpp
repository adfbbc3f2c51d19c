// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/spec/op_spec.hpp"

#include <algorithm>
#include <stdexcept>

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

/// Its number, or the number of all operands if there is none.
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

// Members of Call and Erratum that use the form, which their headers only declare.

TileSpec& Call::tile(std::string_view operand) {
  return std::get<TileSpec>(operands.at(form->index_of(operand)));
}
const TileSpec& Call::tile(std::string_view operand) const {
  return std::get<TileSpec>(operands.at(form->index_of(operand)));
}
GlobalSpec& Call::global(std::string_view operand) {
  return std::get<GlobalSpec>(operands.at(form->index_of(operand)));
}
const GlobalSpec& Call::global(std::string_view operand) const {
  return std::get<GlobalSpec>(operands.at(form->index_of(operand)));
}
ScalarSpec& Call::scalar(std::string_view operand) {
  return std::get<ScalarSpec>(operands.at(form->index_of(operand)));
}
const ScalarSpec& Call::scalar(std::string_view operand) const {
  return std::get<ScalarSpec>(operands.at(form->index_of(operand)));
}

bool Call::is_tile(std::string_view operand) const {
  return std::holds_alternative<TileSpec>(operands.at(form->index_of(operand)));
}

std::string_view Call::attribute(std::string_view name) const {
  for (std::size_t i = 0; i < form->attributes.size(); ++i) {
    const Attribute& attribute = form->attributes[i];
    if (attribute.name == name) {
      return attribute.values.at(static_cast<std::size_t>(attributes.at(i)));
    }
  }
  throw std::out_of_range("form " + form->name + " has no attribute " + std::string(name));
}

bool Erratum::concerns(const Call& call) const {
  if (!targets.contains(call.target)) return false;
  const bool known = forms.empty() || std::ranges::find(forms, call.form->name) != forms.end();
  return known && (!among || among(call));
}

const MayRefuse* may_refuse(const Call& call) {
  return first_of(call, [](const MayRefuse& one) { return !one.when; });
}

const MayRefuse* may_refuse(const Call& call, std::span<const ElementArray> contents) {
  return first_of(call, [&](const MayRefuse& one) {
    return !one.when || one.when({call, contents, Tolerance{}});
  });
}

}  // namespace assay
