// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/call.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/isa/op_spec.hpp"

namespace assay {
namespace {

bool same_static_valid(const TileSpec& a, const TileSpec& b) {
  return (a.type.dynamic_valid_rows || a.valid_rows == b.valid_rows) &&
         (a.type.dynamic_valid_cols || a.valid_cols == b.valid_cols);
}

bool same_type(const GlobalSpec& a, const GlobalSpec& b) {
  if (a.element != b.element || a.layout != b.layout || a.dynamic_shape != b.dynamic_shape ||
      a.dynamic_stride != b.dynamic_stride) {
    return false;
  }
  for (std::size_t dim = 0; dim < a.shape.size(); ++dim) {
    if (!a.dynamic_shape[dim] && a.shape[dim] != b.shape[dim]) return false;
  }
  return a.dynamic_stride || a.stride == b.stride;
}

bool same_type(const OperandValue& a, const OperandValue& b) {
  if (a.index() != b.index()) return false;
  if (const auto* tile = std::get_if<TileSpec>(&a)) {
    const auto& other = std::get<TileSpec>(b);
    return tile->type == other.type && same_static_valid(*tile, other);
  }
  if (const auto* global = std::get_if<GlobalSpec>(&a)) {
    return same_type(*global, std::get<GlobalSpec>(b));
  }
  return std::get<ScalarSpec>(a).element == std::get<ScalarSpec>(b).element;
}

}  // namespace

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

ElementType element_of(const OperandValue& value) {
  if (const auto* tile = std::get_if<TileSpec>(&value)) return tile->type.element;
  if (const auto* global = std::get_if<GlobalSpec>(&value)) return global->element;
  return std::get<ScalarSpec>(value).element;
}

void set_element(OperandValue& value, ElementType element) {
  if (auto* tile = std::get_if<TileSpec>(&value)) {
    tile->type.element = element;
  } else if (auto* global = std::get_if<GlobalSpec>(&value)) {
    global->element = element;
  } else {
    auto& scalar = std::get<ScalarSpec>(value);
    scalar.element = element;
    scalar.bits &= mask_of(element);
  }
}

bool same_signature(const Call& a, const Call& b) {
  return a.form == b.form && a.target == b.target && a.attributes == b.attributes &&
         std::ranges::equal(a.operands, b.operands, [](const auto& left, const auto& right) {
           return same_type(left, right);
         });
}

}  // namespace assay
