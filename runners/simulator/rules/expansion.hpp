// SPDX-License-Identifier: Apache-2.0
// Rules of rows and columns that are spread over a tile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

constexpr bool is_nd_or_dn(const assay_operand& tile) { return tile.box_layout == ASSAY_NONE_BOX; }

constexpr void copy_rules(Rules& rules, const Request& request, const assay_operand& src) {
  const assay_operand& dst = request[0];
  vector_tile(rules, request, dst);
  rules.tile(src);
  rules.covered(width_of(dst.element) >= 8, "elements that share a byte are not simulated");
  if (!request.on_device()) {
    rules.covered(src.element == dst.element, "conversions are not simulated here");
    return;
  }
  const bool wide = request.machine == Machine::a5;
  rules.type(size_of(dst.element) <= (wide ? 8 : 4), "the elements are too wide");
  rules.type(src.element == dst.element, "one element type for both tiles");
  rules.type(src.location == ASSAY_VEC, "tiles must be in Vec");
  rules.type(dst.box_layout == ASSAY_NONE_BOX, "dst must have no boxes");
}

constexpr void row_copy_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  copy_rules(rules, request, src);
  if (request.on_device()) {
    rules.type(width_of(dst.element) > 8 || one_of(dst.element, {ASSAY_I8, ASSAY_U8}),
               "elements of a byte or less must be int8 or uint8");
    rules.type(is_nd(src), "src must be row-major without boxes");
    rules.launch(src.valid_rows == dst.valid_rows, "valid rows must be equal");
  }
  if (request.machine == Machine::a5) {
    rules.launch(src.valid_rows > 0 && src.valid_cols > 0, "src must not be empty");
  }
}

constexpr void column_copy_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  copy_rules(rules, request, src);
  if (request.on_device()) rules.type(is_nd(src), "src must be row-major without boxes");
  if (request.machine == Machine::a5) {
    rules.launch(src.valid_cols == dst.valid_cols, "valid columns must be equal");
    rules.launch(src.valid_rows > 0 && src.valid_cols > 0, "src must not be empty");
  }
}

constexpr std::string_view precise_prefix = "precise_";

/// Whether a division asks for HIGH_PRECISION.
constexpr bool is_precise_form(std::string_view form) {
  return form == "precise" || form.starts_with(precise_prefix);
}

/// Numbers of the operands, as the form has them.
struct SpreadOrder {
  std::size_t full, spread;
  bool with_tmp;
};

constexpr std::optional<SpreadOrder> spread_order(const Request& request) {
  std::string_view form = request.form;
  if (form.starts_with(precise_prefix)) form.remove_prefix(precise_prefix.size());
  const bool swapped = form.starts_with("swapped");
  const bool with_tmp = form == "tmp" || form == "swapped_tmp";
  const bool known = with_tmp || swapped || form == "plain" || form == "precise";
  const bool tiles = with_tmp ? request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})
                              : request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
  if (!known || !tiles) return std::nullopt;
  return swapped ? SpreadOrder{2, 1, with_tmp} : SpreadOrder{1, 2, with_tmp};
}

constexpr bool is_copy_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE});
}
constexpr bool is_row_spread_form(const Request& request) {
  return spread_order(request).has_value();
}
constexpr bool is_column_spread_form(const Request& request) {
  const auto order = spread_order(request);
  return order.has_value() && !order->with_tmp && order->full == 1;
}

/// Which source is spread shows when the call runs: the other one has the valid columns of dst.
constexpr bool swaps_rows(const Request& call) {
  return call[1].valid_cols != call[0].valid_cols && call[2].valid_cols == call[0].valid_cols;
}
constexpr std::string_view row_spread_form(const Spelled& spelled) {
  const bool swapped = swaps_rows(spelled.call);
  if (spelled.call.operands.size() < 4) {
    if (spelled.precise) return swapped ? "precise_swapped" : "precise";
    return swapped ? "swapped" : "plain";
  }
  if (spelled.precise) return swapped ? "precise_swapped_tmp" : "precise_tmp";
  return swapped ? "swapped_tmp" : "tmp";
}

constexpr std::string_view column_spread_form(const Spelled& spelled) {
  return spelled.precise ? "precise" : "plain";
}

constexpr void combination_rules(Rules& rules, const Request& request, const SpreadOrder& order) {
  for (std::size_t i = 0; i < 3; ++i) {
    rules.tile(request[i]);
    if (request.on_device()) {
      rules.type(request[i].location == ASSAY_VEC, "tiles must be in Vec");
    }
    rules.type(request[i].element == request[0].element, "one element type for all tiles");
  }
  rules.type(request[0].block_layout == ASSAY_ROW_MAJOR, "dst must be row-major");
  rules.type(request.row->has(request.machine, request[0].element),
             "this element type is not taken");
  if (order.with_tmp) rules.tile(request[3]);
}

constexpr std::int64_t block_of(const assay_operand& tile) { return 32 / size_of(tile.element); }

constexpr std::int64_t scratch_bytes(std::int64_t rows) {
  return rows >= 256 ? 7680 : 256 * ((rows + 7) / 8);
}

constexpr void row_rules(Rules& rules, const Request& request, const SpreadOrder& order) {
  const assay_operand &dst = request[0], &few = request[order.spread], &many = request[order.full];
  const bool column = few.block_layout != ASSAY_ROW_MAJOR && few.valid_cols == 1;
  const bool block = few.block_layout == ASSAY_ROW_MAJOR && few.valid_cols == block_of(few);
  rules.launch(column || block, "the spread operand must be a column or blocks of 32 bytes");
  rules.launch(few.valid_rows == dst.valid_rows, "valid rows must be equal");
  rules.covered(few.box_layout == ASSAY_NONE_BOX, "boxed tiles are not spread here");
  same_region(rules, many, dst);
  rules.launch(many.block_layout == ASSAY_ROW_MAJOR, "the full operand must be row-major");
  if (request.machine != Machine::a2a3 || !order.with_tmp) return;
  rules.launch(column, "with tmp the spread operand must be a column");
  rules.launch(static_cast<std::int64_t>(request[3].byte_size) >= scratch_bytes(dst.valid_rows),
               "tmp is too small");
}

/// For a form that spread_order knows.
constexpr void row_spread_rules(Rules& rules, const Request& request) {
  const SpreadOrder order = *spread_order(request);
  combination_rules(rules, request, order);
  row_rules(rules, request, order);
}

constexpr void column_spread_rules(Rules& rules, const Request& request) {
  combination_rules(rules, request, *spread_order(request));
}

}  // namespace assay::simulator
