// SPDX-License-Identifier: Apache-2.0
// The rules of codes that become numbers by an offset and a scale of their row.
#pragma once

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

constexpr bool is_dequantisation_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}

constexpr void dequantisation_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  for (const assay_operand* tile : request.operands) {
    rules.tile(*tile);
    rules.type(!request.on_device() || tile->location == ASSAY_VEC, "tiles must be in Vec");
    rules.covered(tile->box_layout == ASSAY_NONE_BOX, "boxes are not dequantised");
    rules.launch(tile->valid_rows == dst.valid_rows, "valid rows must be equal");
  }
  rules.type(one_of(src.element, {ASSAY_I8, ASSAY_I16}), "codes are int8 or int16");
  rules.type(dst.element == ASSAY_F32, "dst must be float");
  rules.type(dst.block_layout == ASSAY_ROW_MAJOR && src.block_layout == ASSAY_ROW_MAJOR,
             "dst and src must be row-major");
  rules.launch(src.valid_cols == dst.valid_cols, "valid columns must be equal");
  for (const std::size_t parameter : {2U, 3U}) {
    rules.type(request[parameter].element == ASSAY_F32, "parameters must be float");
    rules.covered(request[parameter].valid_cols > 0, "a row needs parameters");
  }
}

}  // namespace assay::simulator
