// SPDX-License-Identifier: Apache-2.0
// The rules of moves of whole tiles between memories.
#pragma once

#include <cstdint>

#include "runners/simulator/rules/accumulator_store.hpp"

namespace assay::simulator {

constexpr bool is_whole_move_form(const Request& request) {
  const std::string_view form = request.form;
  if (form == "scalar") return request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR});
  return request.takes({ASSAY_TILE, ASSAY_TILE}) &&
         (form == "vec" || form == "cube" || form == "bias" || form == "scaling" ||
          form == "scales" || form == "cast" ||
          (request.machine != Machine::a2a3 && (form == "boxes" || form == "acc")));
}
constexpr bool is_buffer_of_scales(const assay_operand& tile) {
  return tile.location == ASSAY_SCALE_LEFT || tile.location == ASSAY_SCALE_RIGHT;
}
constexpr std::string_view whole_move_form(const Spelled& spelled) {
  const assay_operand &dst = spelled.call[0], &src = spelled.call[1];
  if (spelled.call.operands.size() > 2) return "scalar";
  if (src.location == ASSAY_ACC) return dst.element == src.element ? "acc" : "cast";
  if (src.location == ASSAY_MAT && dst.location == ASSAY_BIAS) return "bias";
  if (src.location == ASSAY_MAT && dst.location == ASSAY_SCALING) return "scaling";
  if (src.location == ASSAY_MAT && is_buffer_of_scales(dst)) return "scales";
  if (src.location == ASSAY_MAT) return "cube";
  return dst.location == ASSAY_MAT ? "boxes" : "vec";
}

/// Requirements for a row of biases or of scales.
struct TableRow {
  std::int64_t unit;  ///< bytes
  std::int64_t most;
};

constexpr void table_rules(Rules& rules, const Request& request, TableRow table) {
  if (!request.on_device()) return;
  const bool first = request.machine == Machine::a2a3;
  const assay_operand& counted = request[first ? 1 : 0];
  rules.type(request[1].rows == 1, "a table is filled from one row");
  rules.type(counted.cols * size_of(counted.element) % table.unit == 0,
             "a table is filled in whole units");
  rules.type(first || counted.cols * size_of(counted.element) <= table.most,
             "the row must fit into its table");
}

constexpr void bias_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  const bool widens = src.element == ASSAY_F16 || src.element == ASSAY_BF16;
  const bool listed = one_of(src.element, {ASSAY_I32, ASSAY_F32, ASSAY_F16}) ||
                      (src.element == ASSAY_BF16 && request.machine != Machine::a2a3);
  rules.type(listed || !request.on_device(), "no bias is made of this type");
  rules.type(dst.element == (widens ? std::uint32_t{ASSAY_F32} : src.element),
             "biases are floats, or have the type of src");
  table_rules(rules, request, {64, 4096});
}

constexpr void scaling_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.type(one_of(src.element, {ASSAY_U64, ASSAY_I64}) || request.machine != Machine::a2a3,
             "scaling takes integers of 64 bits");
  rules.type(dst.element == src.element, "both tiles must have one element type");
  table_rules(rules, request, {128, 4096});
}

/// Exponents of groups, on their way to the memories next to those of operands.
constexpr void scales_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.type(src.element == ASSAY_E8M0 && dst.element == ASSAY_E8M0, "scales are e8m0");
  rules.type(src.location == ASSAY_MAT && is_buffer_of_scales(dst),
             "scales come from Mat and go to ScaleLeft or ScaleRight");
  const Shape shape = dst.location == ASSAY_SCALE_LEFT ? Shape::zz : Shape::nn;
  for (std::size_t i = 0; i < 2; ++i) {
    rules.covered(request[i].fractal_size == 32 && shape_of(request[i]) == shape,
                  "scales of the left lie in ZZ and of the right in NN");
  }
  rules.covered(dst.rows == src.rows && dst.cols == src.cols, "both tiles must have one shape");
}

/// The check that the second generation makes of what its matrix unit may read.
constexpr void common_move_check(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.type(dst.element == src.element, "both tiles must have one element type");
  if (request.machine != Machine::a5) return;
  const bool transposes = request.form == "boxes" && dst.box_layout == ASSAY_BOX_COL_MAJOR;
  const bool besides = transposes && one_of(src.element, {ASSAY_I32, ASSAY_U8});
  rules.type(
      besides || one_of(src.element, {ASSAY_I8, ASSAY_HIF8, ASSAY_E5M2, ASSAY_E4M3, ASSAY_F16,
                                      ASSAY_BF16, ASSAY_F32, ASSAY_E2M1, ASSAY_E1M2}),
      "no operand has this type");
  rules.type(src.block_layout == ASSAY_ROW_MAJOR || src.box_layout == ASSAY_BOX_ROW_MAJOR,
             "src must be row-major or NZ");
}

/// The paths of the first generation.
constexpr bool is_path(const assay_operand& dst, const assay_operand& src) {
  if (src.location == ASSAY_VEC) return dst.location == ASSAY_VEC;
  if (src.location == ASSAY_ACC) return dst.location == ASSAY_MAT;
  const bool operand = dst.location == ASSAY_LEFT || dst.location == ASSAY_RIGHT;
  return src.location == ASSAY_MAT &&
         (operand || dst.location == ASSAY_BIAS || dst.location == ASSAY_SCALING);
}

constexpr void drained_move_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.type(request.machine != Machine::a2a3 || (dst.rows == src.rows && dst.cols == src.cols),
             "both tiles must have one shape");
  drained_without_row_rules(rules, request);
  rules.covered(dst.valid_rows == src.valid_rows && dst.valid_cols == src.valid_cols,
                "valid regions must be equal");
}

/// Two elements share a byte and stay together: the boxes of both sides run the same way.
constexpr bool moves_half_bytes(const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  const bool down = dst.box_layout == ASSAY_BOX_COL_MAJOR;
  return request.machine == Machine::a5 && width_of(dst.element) == width_of(src.element) &&
         down == (src.box_layout == ASSAY_BOX_COL_MAJOR) &&
         (down ? src.valid_rows : src.valid_cols) % 2 == 0;
}

constexpr void whole_move_rules(Rules& rules, const Request& request) {
  if (request.form == "cast" || request.form == "scalar") return drained_move_rules(rules, request);
  const assay_operand &dst = request[0], &src = request[1];
  for (std::size_t i = 0; i < 2; ++i) {
    rules.tile(request[i]);
    const bool halves = width_of(request[i].element) < 8;
    rules.covered(!halves || moves_half_bytes(request), "this move of half bytes is not simulated");
  }
  if (request.machine == Machine::a2a3) {
    rules.type(is_path(dst, src), "no path connects these memories");
    rules.type(dst.rows == src.rows && dst.cols == src.cols, "both tiles must have one shape");
  }
  if (request.form == "bias") {
    bias_rules(rules, request);
  } else if (request.form == "scaling") {
    scaling_rules(rules, request);
  } else if (request.form == "scales") {
    scales_rules(rules, request);
  } else if (request.form == "cube" || request.form == "boxes") {
    common_move_check(rules, request);
  } else {
    rules.covered(dst.element == src.element, "this move converts nothing");
  }
  rules.covered(request.form != "cube" || is_operand(request.machine, dst),
                "dst has another layout on this machine");
  rules.covered(dst.valid_rows == src.valid_rows && dst.valid_cols == src.valid_cols,
                "valid regions must be equal");
}

}  // namespace assay::simulator
