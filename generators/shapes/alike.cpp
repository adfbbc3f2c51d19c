// SPDX-License-Identifier: Apache-2.0
#include "generators/shapes/alike.hpp"

#include <algorithm>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::generators {
namespace {

const TileSpec* model_of(const Call& call) {
  const std::size_t lead = call.form->index_of(call.form->lead);
  if (const auto* tile = std::get_if<TileSpec>(&call.operands[lead])) return tile;
  for (const OperandValue& value : call.operands) {
    if (const auto* tile = std::get_if<TileSpec>(&value)) return tile;
  }
  return nullptr;
}

/// PadValues are gone through by the outputs.
Pad pad_of(const Call& call, const TileSpec& model) {
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    const Role role = call.form->operands[i].role;
    const auto* tile = std::get_if<TileSpec>(&call.operands[i]);
    if (tile != nullptr && role != Role::input && role != Role::scratch) return tile->type.pad;
  }
  return model.type.pad;
}

}  // namespace

void unify_tile_types(Call& call) {
  const TileSpec* found = model_of(call);
  if (found == nullptr || found->type.conv) return;
  TileSpec model = *found;
  model.type.pad = pad_of(call, model);
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    auto* tile = std::get_if<TileSpec>(&call.operands[i]);
    if (tile == nullptr || tile->type.conv) continue;
    const TileType before = tile->type;
    *tile = model;
    // The contents of scratch do not matter, and half bytes would widen it.
    const bool scratch = call.form->operands[i].role == Role::scratch;
    if (!scratch) tile->type.element = before.element;
    tile->type.location = before.location;
    tile->type.pad.custom_bits &= static_cast<std::uint32_t>(mask_of(tile->type.element));
    make_well_formed(tile->type);
    tile->valid_rows = std::min(model.valid_rows, tile->rows());
    tile->valid_cols = std::min(model.valid_cols, tile->cols());
  }
}

}  // namespace assay::generators
