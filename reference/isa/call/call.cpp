// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/call/call.hpp"

#include <algorithm>

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
