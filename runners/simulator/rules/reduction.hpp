// SPDX-License-Identifier: Apache-2.0
// Rules of reductions of rows and columns.
#pragma once

#include <string_view>

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

/// The column sum in steps.
constexpr bool folds_pairs(const Request& request) {
  return request.row->in_pairs && request.form == "tmp";
}

constexpr bool is_fold_form(const Request& request) {
  const bool pairs = folds_pairs(request);
  const bool tiles = request.row->along_rows || pairs
                         ? request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})
                         : request.takes({ASSAY_TILE, ASSAY_TILE});
  return tiles && (pairs || request.form == "plain");
}
constexpr std::string_view column_sum_form(const Spelled& spelled) {
  return spelled.call.operands.size() == 3 ? "tmp" : "plain";
}

constexpr void fold_type_rules(Rules& rules, const Row& fold, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.tile(dst);
  rules.tile(src);
  rules.type(fold.has(request.machine, src.element), "this element type is not taken");
  rules.type(src.element == dst.element, "dst must have the element type of src");
  for (const assay_operand* tile : {&dst, &src}) {
    rules.type(tile->location == ASSAY_VEC, "tiles must be in Vec");
  }
  rules.type(is_nd(src), "src must be row-major without boxes");
  const bool column = dst.box_layout == ASSAY_NONE_BOX && dst.cols == 1;
  rules.type(is_nd(dst) || (fold.along_rows && column), "dst must be row-major, or one column");
}

constexpr void fold_size_rules(Rules& rules, const Row& fold, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  if (fold.along_rows) {
    rules.launch(src.valid_rows != 0 && src.valid_cols != 0, "src must not be empty");
    rules.launch(src.valid_rows == dst.valid_rows, "valid rows must be equal");
  } else {
    rules.launch(src.valid_cols == dst.valid_cols, "valid columns must be equal");
  }
}

/// Room for the pairs of a column sum in steps.
constexpr void fold_pair_rules(Rules& rules, const Request& request) {
  const assay_operand &src = request[1], &tmp = request[2];
  rules.tile(tmp);
  if (request.machine == Machine::a2a3) {
    rules.type(tmp.location == ASSAY_VEC && is_nd(tmp), "tmp must be in Vec and row-major");
    rules.type(tmp.element == src.element, "tmp must have the element type of src");
  }
  if (request.attribute("isBinary") != "true") return;
  rules.launch(src.valid_cols <= tmp.cols, "the valid columns of src must fit in a row of tmp");
}

constexpr void fold_rules(Rules& rules, const Request& request) {
  const Row& own = *request.row;
  fold_type_rules(rules, own, request);
  fold_size_rules(rules, own, request);
  if (folds_pairs(request)) fold_pair_rules(rules, request);
  if (own.along_rows) rules.tile(request[2]);
}

constexpr bool is_pair_sum_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE});
}

constexpr void pair_sum_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  for (const assay_operand* tile : request.operands) {
    rules.tile(*tile);
    rules.type(tile->location == ASSAY_VEC || !request.on_device(), "tiles must be in Vec");
    rules.covered(tile->box_layout == ASSAY_NONE_BOX, "boxes are not simulated");
    rules.type(tile->block_layout == ASSAY_ROW_MAJOR, "tiles must be row-major");
  }
  rules.type(one_of(src.element, {ASSAY_F16, ASSAY_F32}), "elements must be half or float");
  rules.type(dst.element == src.element, "dst must have the element type of src");
  rules.launch(dst.valid_rows == src.valid_rows && dst.valid_cols == src.valid_cols,
               "valid regions must be equal");
}

}  // namespace assay::simulator
