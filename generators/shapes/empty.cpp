// SPDX-License-Identifier: Apache-2.0
#include "generators/shapes/empty.hpp"

#include <algorithm>
#include <cstddef>
#include <variant>

namespace assay::generators {
namespace {

bool is_empty(const OperandValue& value) {
  const auto* tile = std::get_if<TileSpec>(&value);
  return tile != nullptr && !tile->type.conv && (tile->valid_rows == 0 || tile->valid_cols == 0);
}

}  // namespace

bool may_be_empty(const Form& form) {
  return std::ranges::none_of(
      form.operands, [](const Operand& operand) { return operand.kind == OperandKind::global; });
}

void empty_tiles(Call& call, Draw& draw) {
  enum : std::int64_t { without_rows, without_columns, without_both };
  const std::int64_t kind = draw.integer(without_rows, without_both);
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    auto* tile = std::get_if<TileSpec>(&call.operands[i]);
    if (tile == nullptr || tile->type.conv) continue;
    if (call.form->operands[i].role == Role::scratch) continue;
    tile->type.dynamic_valid_rows = tile->type.dynamic_valid_cols = true;
    if (kind != without_columns) tile->valid_rows = 0;
    if (kind != without_rows) tile->valid_cols = 0;
    // A tile that is all pad discriminates nothing if the pad is zero.
    if (tile->type.pad.kind == PadKind::zero) tile->type.pad = {PadKind::max, 0};
  }
}

bool shows_empty(const Call& call) {
  return is_empty(call.operands[call.form->index_of(call.form->lead)]);
}

}  // namespace assay::generators
