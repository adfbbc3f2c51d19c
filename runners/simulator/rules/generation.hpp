// SPDX-License-Identifier: Apache-2.0
// Rules of instructions that make a tile from a few numbers.
#pragma once

#include <string_view>

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

/// An attribute, or what an instruction takes where a program does not say it.
constexpr std::string_view attribute_or(const Request& request, std::string_view name,
                                        std::string_view usual) {
  const std::string_view value = request.attribute(name);
  return value.empty() ? usual : value;
}

// ---- triangles ----

inline constexpr std::string_view triangle_side = "isUpperOrLower";

constexpr bool is_triangle_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_SCALAR});
}

constexpr void triangle_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  vector_tile(rules, request, dst);
  rules.covered(dst.box_layout == ASSAY_NONE_BOX, "boxes are not cut by a diagonal");
  rules.type(request.row->has(request.machine, dst.element),
             "dst has no element type of triangles");
  rules.type(request[1].element == ASSAY_I32, "the diagonal is an int");
  const std::string_view side = attribute_or(request, triangle_side, "0");
  rules.type(side == "0" || side == "1", "isUpperOrLower must be 0 or 1");
}

// ---- sequences ----

inline constexpr std::string_view sequence_direction = "descending";

constexpr bool is_sequence_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_SCALAR}) ||
         is_form(request, "tmp", {ASSAY_TILE, ASSAY_SCALAR, ASSAY_TILE});
}
constexpr std::string_view sequence_form(const Spelled& spelled) {
  return spelled.call.operands.size() == 2 ? "plain" : "tmp";
}

constexpr void sequence_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  vector_tile(rules, request, dst);
  rules.type(request.row->has(request.machine, dst.element),
             "dst has no element type of sequences");
  rules.type(dst.rows == 1, "dst must have one row");
  rules.type(request[1].element == dst.element, "the start must have the type of an element");
  if (request.form != "tmp") return;
  const assay_operand& tmp = request[2];
  vector_tile(rules, request, tmp);
  if (request.machine != Machine::a2a3) return;
  rules.type(one_of(tmp.element, {ASSAY_F32, ASSAY_I32, ASSAY_U32}), "tmp must have a 4-byte type");
  rules.covered(tmp.rows * tmp.cols * 4 >= (width_of(dst.element) == 16 ? 1792 : 768),
                "tmp has no room for a sequence");
}

// ---- counts ----

inline constexpr std::int64_t bins = 256;

/// The byte that is counted, from the lowest; 4 for none.
constexpr int counted_byte(const Request& request) {
  const std::string_view name = attribute_or(request, "byte", "BYTE_0");
  for (std::size_t byte = 0; byte < 4; ++byte) {
    if (name == std::string_view("BYTE_0BYTE_1BYTE_2BYTE_3").substr(6 * byte, 6))
      return static_cast<int>(byte);
  }
  return 4;
}

constexpr bool is_count_form(const Request& request) {
  return request.machine != Machine::a2a3 &&
         is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}

constexpr void count_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1], &idx = request[2];
  for (const assay_operand* tile : {&dst, &src, &idx}) {
    rules.tile(*tile);
    rules.covered(tile->box_layout == ASSAY_NONE_BOX, "boxes are not counted");
  }
  const bool in_rows = dst.block_layout == ASSAY_ROW_MAJOR && src.block_layout == ASSAY_ROW_MAJOR;
  rules.type(in_rows || !request.on_device(), "dst and src must be row-major");
  rules.type(dst.element == ASSAY_U32, "dst must be uint32_t");
  rules.type(one_of(src.element, {ASSAY_U16, ASSAY_U32}), "src must be uint16_t or uint32_t");
  rules.type(idx.element == ASSAY_U8, "idx must be uint8_t");
  const int byte = counted_byte(request);
  rules.type(byte < size_of(src.element) || src.element == ASSAY_U32, "uint16_t has two bytes");
  if (rules.types_alone()) return;
  rules.covered(byte < 4, "there is no such byte");
  rules.launch(dst.valid_cols == bins && dst.valid_rows == src.valid_rows,
               "dst must have 256 bins for each row");
}

// ---- random numbers ----

inline constexpr std::string_view random_rounds = "Rounds";

constexpr bool is_random_form(const Request& request) {
  return request.machine != Machine::a2a3 &&
         is_form(request, "plain",
                 {ASSAY_TILE, ASSAY_SCALAR, ASSAY_SCALAR, ASSAY_SCALAR, ASSAY_SCALAR, ASSAY_SCALAR,
                  ASSAY_SCALAR});
}

constexpr void random_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  vector_tile(rules, request, dst);
  rules.type(one_of(dst.element, {ASSAY_I32, ASSAY_U32}), "dst must be int32_t or uint32_t");
  for (std::size_t i = 1; i < request.operands.size(); ++i) {
    rules.type(request[i].element == ASSAY_U32, "keys and counters are words of 32 bits");
  }
  const std::string_view rounds = attribute_or(request, random_rounds, "10");
  rules.type(rounds == "7" || rounds == "10", "Rounds must be 7 or 10");
}

}  // namespace assay::simulator
