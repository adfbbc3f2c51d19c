// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/op_spec.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/isa/case.hpp"

namespace assay {

const ElementArray& Evaluation::of(std::string_view operand) const {
  return contents[call.form->index_of(operand)];
}

std::size_t Form::index_of(std::string_view operand) const {
  const auto found = std::ranges::find(operands, operand, &Operand::name);
  if (found == operands.end()) {
    throw std::out_of_range(op + " form " + name + " has no operand " + std::string(operand));
  }
  return static_cast<std::size_t>(found - operands.begin());
}

bool Form::has(std::string_view operand) const {
  return std::ranges::find(operands, operand, &Operand::name) != operands.end();
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
