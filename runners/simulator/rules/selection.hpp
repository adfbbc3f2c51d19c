// SPDX-License-Identifier: Apache-2.0
// Rules of comparisons and selections.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

constexpr bool is_compare_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}
constexpr bool is_compare_one_form(const Request& request) {
  return is_form(request, "scalar", {ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR}) ||
         is_form(request, "tile", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}
constexpr std::string_view compare_one_form(const Spelled& spelled) {
  return spelled.call[2].kind == ASSAY_SCALAR ? "scalar" : "tile";
}
constexpr bool is_select_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}
constexpr bool is_select_one_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR});
}

constexpr bool is_ordinary(std::uint32_t element) {
  return element <= ASSAY_BF16 || (is_integer(element) && element != ASSAY_I4);
}

/// `with_one`: compared with one value instead of a tile.
constexpr void source_rules(Rules& rules, const Request& request, const assay_operand& src,
                            bool with_one) {
  const std::uint32_t element = src.element;
  if (request.machine != Machine::a2a3) {
    return rules.type(is_ordinary(element), "this element type is not compared");
  }
  const bool with_16_bits = with_one && one_of(element, {ASSAY_I16, ASSAY_U16});
  rules.type(with_16_bits || one_of(element, {ASSAY_I32, ASSAY_F16, ASSAY_F32}),
             "this element type is not compared");
}

constexpr void place_rules(Rules& rules, const Request& request, const assay_operand& tile,
                           bool in_vec, bool row_major) {
  rules.tile(tile);
  if (in_vec) rules.type(tile.location == ASSAY_VEC, "tiles must be in Vec");
  if (row_major && request.on_device()) {
    rules.type(tile.block_layout == ASSAY_ROW_MAJOR, "tiles must be row-major");
  }
}

inline constexpr std::string_view mask_rule_text =
    "a mask must be of uint8 for int32, half and float, or of uint32 but on A2A3";
inline constexpr std::string_view ordinary_rule_text = "elements must be integers or common floats";

/// The masks that a comparison of two tiles is documented to write.
constexpr void mask_rule(Rules& rules, const Request& request, std::uint32_t mask) {
  const bool bytes =
      mask == ASSAY_U8 && one_of(request[1].element, {ASSAY_I32, ASSAY_F16, ASSAY_F32});
  const bool words = mask == ASSAY_U32 && request.machine != Machine::a2a3;
  rules.type(bytes || words, mask_rule_text);
}

constexpr void compare_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  const assay_operand& src0 = request[1];
  const assay_operand& src1 = request[2];
  const bool row_major = request.machine == Machine::a5;
  for (std::size_t i = 0; i < 3; ++i) place_rules(rules, request, request[i], true, row_major);
  source_rules(rules, request, src0, false);
  mask_rule(rules, request, dst.element);
  rules.type(src1.element == src0.element, "both sources must have one element type");
  if (request.machine != Machine::a2a3) return;
  rules.launch(dst.valid_rows == src0.valid_rows, "dst must have the valid rows of the sources");
}

constexpr void rows_of_source(Rules& rules, const Request& request, const assay_operand& src) {
  rules.type(!request.on_device() || src.block_layout == ASSAY_ROW_MAJOR,
             "sources must be row-major");
}

constexpr void compare_one_rules(Rules& rules, const Request& request) {
  const bool with_scalar = request[2].kind == ASSAY_SCALAR;
  const assay_operand& dst = request[0];
  const assay_operand& src0 = request[1];
  place_rules(rules, request, dst, true, true);
  place_rules(rules, request, src0, true, false);
  rows_of_source(rules, request, src0);
  if (!with_scalar) {
    place_rules(rules, request, request[2], true, false);
    rows_of_source(rules, request, request[2]);
    rules.type(request[2].element == src0.element, "both sources must have one element type");
  }
  source_rules(rules, request, src0, true);
  rules.launch(dst.valid_rows == src0.valid_rows, "dst must have the valid rows of src0");
  if (!request.on_device()) {
    rules.covered(dst.valid_cols > 0, "a mask without valid columns is not simulated");
  }
  if (with_scalar) scalar_becomes(rules, request[2], src0.element);
}

constexpr void width_rules(Rules& rules, const Request& request, std::uint32_t element) {
  const int size = size_of(element);
  if (request.machine == Machine::a2a3) {
    rules.type(size == 2 || size == 4, "elements must have 2 or 4 bytes");
  }
  if (request.machine == Machine::a5) rules.type(is_ordinary(element), ordinary_rule_text);
  rules.covered(width_of(element) >= 8, "selection among packed 4-bit elements is not simulated");
}

constexpr void row_major_rule(Rules& rules, const Request& request, const assay_operand& tile) {
  if (!request.on_device()) return;
  rules.type(tile.block_layout == ASSAY_ROW_MAJOR, "tiles must be row-major");
}

constexpr bool is_a5_choice(std::uint32_t element) {
  return one_of(element, {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_I64,
                          ASSAY_U64, ASSAY_F16, ASSAY_F32});
}

constexpr void select_one_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  const assay_operand& src = request[2];
  for (std::size_t i = 0; i < 4; ++i) rules.tile(request[i]);
  row_major_rule(rules, request, dst);
  row_major_rule(rules, request, src);
  if (request.machine == Machine::a5) {
    row_major_rule(rules, request, request[1]);
    rules.type(is_a5_choice(dst.element), "this element type is not selected");
  }
  width_rules(rules, request, dst.element);
  rules.type(src.element == dst.element, "one element type for dst and src");
  same_region(rules, src, dst);
  scalar_becomes(rules, request[4], dst.element);
}

constexpr void select_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  for (std::size_t i = 0; i < 5; ++i) rules.tile(request[i]);
  row_major_rule(rules, request, dst);
  width_rules(rules, request, dst.element);
  rules.type(is_same_tile_type(dst, request[2]) && is_same_tile_type(dst, request[3]),
             "dst and both sources must have one tile type");
}

}  // namespace assay::simulator
