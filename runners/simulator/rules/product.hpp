// SPDX-License-Identifier: Apache-2.0
// Rules of matrix products.
#pragma once

#include <string_view>

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

/// Which operand is what; nowhere for what a call does not have.
struct ProductOperands {
  std::size_t left = 1, right = 2;
  std::size_t start = nowhere;  ///< an accumulator, or a row of biases
  std::size_t left_scales = nowhere, right_scales = nowhere;
};

constexpr bool accumulates(const Request& request) {
  return request.row->accumulates || (request.row->scaled && request.form == "acc");
}
constexpr bool adds_bias(const Request& request) {
  return request.row->adds_bias || (request.row->scaled && request.form == "bias");
}

constexpr ProductOperands operands_of_product(const Request& request) {
  const Row& row = *request.row;
  if (row.scaled && request.form == "acc") return {2, 4, 1, 3, 5};
  if (row.scaled) return {1, 3, request.form == "bias" ? 5 : nowhere, 2, 4};
  if (row.adds_bias) return {1, 2, 3};
  if (!row.accumulates) return {};
  if (request.operands.size() == 3) return {1, 2, 0};
  return {2, 3, 1};
}

constexpr bool is_form_with_scales(const Request& request) {
  if (request.form == "plain") {
    return request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
  }
  return (request.form == "acc" || request.form == "bias") &&
         request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}
constexpr std::string_view form_with_scales(const Spelled& spelled) {
  if (spelled.call.operands.size() == 5) return "plain";
  return spelled.call.operands.back()->location == ASSAY_BIAS ? "bias" : "acc";
}

constexpr bool is_product_form(const Request& request) {
  const Row& row = *request.row;
  const bool in_place = request.form == "in_place" || request.form == "tf32_in_place";
  const bool usual = request.form == "plain" || request.form == "tf32";
  if (in_place ? !row.accumulates || row.one_row : !usual) return false;
  const bool four = row.adds_bias || (row.accumulates && !in_place);
  return four ? request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})
              : request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}
constexpr std::string_view accumulation_form(const Spelled& spelled) {
  const bool in_place = spelled.call.operands.size() == 3;
  if (spelled.tf32) return in_place ? "tf32_in_place" : "tf32";
  return in_place ? "in_place" : "plain";
}

constexpr std::string_view product_form(const Spelled& spelled) {
  return spelled.tf32 ? "tf32" : "plain";
}

/// Whether a mode of factors is set before the call, on or off.
constexpr bool sets_tf32(const Request& request) { return request.form.starts_with("tf32"); }
constexpr bool enables_tf32(const Request& request) {
  return sets_tf32(request) && request.attribute("isEnable") != "false";
}
/// It rounds them before they are multiplied. One machine has it.
constexpr bool rounds_to_tf32(const Request& request) {
  return enables_tf32(request) && request.machine == Machine::a5;
}

constexpr Elements small_products{ASSAY_E4M3, ASSAY_E5M2};
constexpr Elements packed_products{ASSAY_E2M1, ASSAY_E1M2};

/// The type in which products of two types are summed; ASSAY_F64, which no tile has, if the pair is
/// not supported.
constexpr std::uint32_t accumulator_type(Machine machine, std::uint32_t left, std::uint32_t right) {
  if (left == ASSAY_I8 && right == ASSAY_I8) return ASSAY_I32;
  const bool same = left == right && one_of(left, {ASSAY_F16, ASSAY_BF16, ASSAY_F32});
  if (same) return ASSAY_F32;
  if (machine == Machine::a2a3) return ASSAY_F64;
  const bool small = (small_products.has(left) && small_products.has(right)) ||
                     (left == ASSAY_HIF8 && right == ASSAY_HIF8);
  return small ? ASSAY_F32 : ASSAY_F64;
}

/// The matrix unit finds elements in boxes: rows of boxes or columns of boxes, rows in them or
/// columns.
constexpr bool has_boxes(const assay_operand& tile, assay_block_layout outer,
                         assay_box_layout inner) {
  return tile.block_layout == static_cast<std::uint32_t>(outer) &&
         tile.box_layout == static_cast<std::uint32_t>(inner);
}

constexpr void product_layout_rules(Rules& rules, const Request& request,
                                    const ProductOperands& places) {
  const assay_operand &left = request[places.left], &right = request[places.right],
                      &to = request[0];
  rules.type(left.location == ASSAY_LEFT, "aMatrix must be in Left");
  rules.type(right.location == ASSAY_RIGHT, "bMatrix must be in Right");
  rules.type(to.location == ASSAY_ACC, "the result must be in Acc");
  const auto outer = request.machine == Machine::a2a3 ? ASSAY_ROW_MAJOR : ASSAY_COL_MAJOR;
  rules.type(has_boxes(left, outer, ASSAY_BOX_ROW_MAJOR), "aMatrix must have the layout of Left");
  rules.type(has_boxes(right, ASSAY_ROW_MAJOR, ASSAY_BOX_COL_MAJOR),
             "bMatrix must have the layout of Right");
  rules.type(has_boxes(to, ASSAY_COL_MAJOR, ASSAY_BOX_ROW_MAJOR),
             "the result must have the layout of Acc");
}

constexpr void product_shape_rules(Rules& rules, const Request& request,
                                   const ProductOperands& places) {
  const assay_operand &left = request[places.left], &right = request[places.right],
                      &to = request[0];
  rules.type(left.rows == to.rows, "Rows of aMatrix and the result must go together");
  rules.type(left.cols == right.rows, "Cols of aMatrix and Rows of bMatrix must go together");
  rules.type(right.cols == to.cols, "Cols of bMatrix and the result must go together");
  constexpr std::int64_t most = 4095;
  const auto in_range = [](std::int64_t size) { return size >= 1 && size <= most; };
  rules.launch(in_range(left.valid_rows), "M must be in [1, 4095]");
  rules.launch(in_range(left.valid_cols), "K must be in [1, 4095]");
  rules.launch(in_range(right.valid_cols), "N must be in [1, 4095]");
  if (request.row->one_row) rules.launch(left.valid_rows == 1, "M must be 1");
  rules.launch(right.valid_rows == left.valid_cols, "bMatrix must have K valid rows");
  rules.launch(to.valid_rows == left.valid_rows && to.valid_cols == right.valid_cols,
               "the valid region of the result must be M x N");
}

/// Rules about the operand with which the sum begins or ends.
constexpr void product_start_rules(Rules& rules, const Request& request,
                                   const ProductOperands& places) {
  if (places.start == nowhere || places.start == 0) return;
  const assay_operand &start = request[places.start], &to = request[0];
  rules.tile(start);
  if (!adds_bias(request)) {
    rules.type(is_same_tile_type(start, to), "both accumulators must have one Tile type");
    rules.launch(start.valid_rows == to.valid_rows && start.valid_cols == to.valid_cols,
                 "both accumulators must have one valid region");
    return;
  }
  rules.type(start.element == to.element, "the bias must have the element type of the result");
  rules.type(start.location == ASSAY_BIAS, "the bias must be in Bias");
  rules.type(start.rows == 1, "the bias must be one row");
  rules.type(is_nd(start), "the bias must be row-major");
  rules.launch(start.cols >= to.valid_cols && start.valid_cols == to.valid_cols,
               "the bias must have N valid columns");
}

constexpr bool are_scaled(std::uint32_t left, std::uint32_t right) {
  return (small_products.has(left) && small_products.has(right)) ||
         (packed_products.has(left) && packed_products.has(right));
}

constexpr std::int64_t groups_of_32(std::int64_t inner) { return (inner + 31) / 32; }

/// A tile holds pairs of scales.
constexpr std::int64_t in_pairs(std::int64_t scales) { return (scales + 1) / 2 * 2; }

constexpr void scale_rules(Rules& rules, const Request& request, const ProductOperands& places) {
  const assay_operand &left = request[places.left], &right = request[places.right];
  const assay_operand &of_left = request[places.left_scales],
                      &of_right = request[places.right_scales];
  rules.tile(of_left);
  rules.tile(of_right);
  rules.type(of_left.element == ASSAY_E8M0 && of_right.element == ASSAY_E8M0,
             "scales must be e8m0");
  rules.type(of_left.location == ASSAY_SCALE_LEFT && of_right.location == ASSAY_SCALE_RIGHT,
             "scales must be in ScaleLeft and ScaleRight");
  rules.type(of_left.fractal_size == 32 && of_right.fractal_size == 32 &&
                 has_boxes(of_left, ASSAY_ROW_MAJOR, ASSAY_BOX_ROW_MAJOR) &&
                 has_boxes(of_right, ASSAY_COL_MAJOR, ASSAY_BOX_COL_MAJOR),
             "scales must have the layouts of scales");
  rules.type(left.cols % 64 == 0, "Cols of aMatrix must be a multiple of 64");
  rules.type(of_left.rows == left.rows && of_left.cols == in_pairs(groups_of_32(left.cols)) &&
                 of_right.cols == right.cols && of_right.rows == in_pairs(groups_of_32(right.rows)),
             "Rows and Cols of scales and what they scale must go together");
  const std::int64_t groups = groups_of_32(left.valid_cols);
  rules.launch(of_left.valid_rows == left.valid_rows && of_left.valid_cols == groups &&
                   of_right.valid_rows == groups && of_right.valid_cols == right.valid_cols,
               "valid scales must be M x K/32 and K/32 x N");
}

constexpr void scaled_product_rules(Rules& rules, const Request& request) {
  const ProductOperands places = operands_of_product(request);
  const assay_operand &left = request[places.left], &right = request[places.right];
  for (const assay_operand* tile : {&left, &right, &request[0]}) rules.tile(*tile);
  rules.type(request.machine != Machine::a2a3, "this machine has no scales");
  rules.type(are_scaled(left.element, right.element), "these element types are not multiplied");
  rules.type(request[0].element == ASSAY_F32, "the result must be float");
  product_layout_rules(rules, request, places);
  product_shape_rules(rules, request, places);
  product_start_rules(rules, request, places);
  scale_rules(rules, request, places);
}

constexpr void product_rules(Rules& rules, const Request& request) {
  const ProductOperands places = operands_of_product(request);
  const assay_operand &left = request[places.left], &right = request[places.right];
  for (const assay_operand* tile : {&left, &right, &request[0]}) rules.tile(*tile);
  const std::uint32_t type = accumulator_type(request.machine, left.element, right.element);
  rules.type(type != ASSAY_F64, "these element types are not multiplied");
  rules.covered(!sets_tf32(request) || left.element == ASSAY_F32, "TF32 is made of floats");
  rules.type(type == ASSAY_F64 || request[0].element == type,
             "the result must be int32_t of integers and float of floats");
  product_layout_rules(rules, request, places);
  product_shape_rules(rules, request, places);
  product_start_rules(rules, request, places);
}

}  // namespace assay::simulator
