// SPDX-License-Identifier: Apache-2.0
// Masks of comparisons as pages promise them (decisions 028 and 029).
#include "reference/ops/selection/compared.hpp"

#include "reference/ops/selection/selection_constraints.hpp"

namespace assay::ops {

Relation relation_asked_for(const Call& call, ElementType type) {
  const CmpMode mode = cmp_mode_of(call);
  return [=](std::uint64_t a, std::uint64_t b) { return related(mode, type, a, b); };
}

Relation promised_relation(const Call& call) {
  const ElementType type = call.tile("src0").type.element;
  const bool equality_alone = call.target == Target::a2a3 && type == ElementType::i32;
  if (!equality_alone) return relation_asked_for(call, type);
  return [=](std::uint64_t a, std::uint64_t b) { return related(CmpMode::eq, type, a, b); };
}

Right lane_on_the_right(const Evaluation& inputs) {
  const ElementArray& elements = inputs.of("src1");
  const std::int64_t pitch = inputs.call.tile("src1").cols();
  return [&elements, pitch](std::int64_t row, std::int64_t col) {
    return col < pitch && row * pitch + col < elements.size() ? elements[row * pitch + col] : 0;
  };
}

Right promised_right(const Evaluation& inputs) {
  if (!inputs.call.form->has("src1")) {
    const std::uint64_t value = scalar_as(inputs.call, "src0").value_or(0);
    return [value](std::int64_t, std::int64_t) { return value; };
  }
  if (inputs.call.form->name != "tile") return lane_on_the_right(inputs);
  const ElementArray& elements = inputs.of("src1");
  return [&elements](std::int64_t, std::int64_t) { return elements[0]; };
}

PackedMask compared_lanes(const Evaluation& inputs, Relation relation, Right right) {
  const TileSpec& left = inputs.call.tile("src0");
  const ElementArray& elements = inputs.of("src0");
  return {left.valid_rows, left.valid_cols,
          [&left, &elements, relation = std::move(relation), right = std::move(right)](
              std::int64_t row, std::int64_t col) {
            return relation(elements[row * left.cols() + col], right(row, col));
          }};
}

Expected compared(const Evaluation& inputs) {
  return expected_mask(
      inputs.call.tile("dst"),
      compared_lanes(inputs, promised_relation(inputs.call), promised_right(inputs)));
}

}  // namespace assay::ops
