// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/small_types.hpp"

#include <span>
#include <utility>

#include "reference/isa/types/element_type.hpp"
#include "reference/isa/types/target_types.hpp"

namespace assay::ops {

std::vector<ElementType> small_types(Target target) {
  std::vector<ElementType> found;
  for (const ElementFormat& format : all_formats()) {
    const bool plain = is_integer(format.type) && bits_of(format.type) == 8;
    if (bits_of(format.type) <= 8 && !plain && has_type(target, format.type)) {
      found.push_back(format.type);
    }
  }
  return found;
}

Constraint checked_by_size(Constraint list, const std::string& operand) {
  list.breach = [operand, any = std::move(list.breach)](Call& call, Draw& draw) {
    if (draw.integer(0, 2) == 0) return any(call, draw);
    const std::vector<ElementType> types = small_types(call.target);
    OperandValue& value = call.operands[call.form->index_of(operand)];
    set_element(value, draw.pick(std::span<const ElementType>(types)));
    if (auto* tile = std::get_if<TileSpec>(&value)) make_well_formed(tile->type);
  };
  return list;
}

}  // namespace assay::ops
