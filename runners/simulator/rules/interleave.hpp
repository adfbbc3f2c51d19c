// SPDX-License-Identifier: Apache-2.0
// The rules of streams that are woven or taken apart. The high half is the first operand.
#pragma once

#include "runners/simulator/rules/move.hpp"

namespace assay::simulator {

constexpr bool is_interleaving_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}
constexpr bool is_parting_form(const Request& request) {
  return is_form(request, "two", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE}) ||
         is_form(request, "one", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}
constexpr std::string_view parting_form(const Spelled& spelled) {
  return spelled.call.operands.size() == 3 ? "one" : "two";
}

constexpr void interleaving_rules(Rules& rules, const Request& request) {
  const assay_operand& low = request[1];
  const bool single = request.operands.size() == 3;
  rules.covered(request.machine != Machine::a2a3, "this machine has no such instruction");
  for (const assay_operand* tile : request.operands) {
    plain_move_tile(rules, *tile);
    rules.type(tile->block_layout == ASSAY_ROW_MAJOR, "tiles must be row-major");
    rules.type(tile->element == low.element, "one element type for all tiles");
    const bool source = tile == request.operands.back();
    const std::int64_t cols = single && source ? 2 * low.valid_cols : low.valid_cols;
    rules.launch(tile->valid_rows == low.valid_rows && tile->valid_cols == cols,
                 "valid shapes must fit together");
  }
  rules.type(one_of(low.element, {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32,
                                  ASSAY_F16, ASSAY_BF16, ASSAY_F32}),
             "elements must have 1, 2 or 4 bytes");
  rules.launch(single || low.valid_cols % 2 == 0, "valid columns must be even");
}

}  // namespace assay::simulator
