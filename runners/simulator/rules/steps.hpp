// SPDX-License-Identifier: Apache-2.0
// Rules of instructions in several steps: reciprocal square roots, narrowed sums.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

constexpr bool is_root_form(const Request& request) {
  return is_form(request, "tmp", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE}) ||
         is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE});
}
/// No form of its own belongs to HIGH_PRECISION.
constexpr std::string_view root_form(const Spelled& spelled) {
  return spelled.call.operands.size() == 3 ? "tmp" : "plain";
}

/// Reciprocal square root.
constexpr void root_rules(Rules& rules, const Request& request) {
  const bool with_tmp = request.form == "tmp";
  const assay_operand& dst = request[0];
  const assay_operand& src = request[1];
  rules.tile(dst);
  rules.tile(src);
  rules.type(one_of(dst.element, {ASSAY_F16, ASSAY_F32}), "dst must be half or float");
  rules.type(src.element == dst.element, "src must have the element type of dst");
  rules.launch(src.valid_rows == dst.valid_rows && src.valid_cols == dst.valid_cols,
               "src and dst must have equal valid regions");
  if (with_tmp) rules.tile(request[2]);
  if (!request.on_device()) return;
  rules.type(dst.location == ASSAY_VEC && src.location == ASSAY_VEC, "tiles must be in Vec");
  rules.type(dst.block_layout == ASSAY_ROW_MAJOR && src.block_layout == ASSAY_ROW_MAJOR,
             "tiles must be row-major");
  if (!with_tmp) return;
  const assay_operand& tmp = request[2];
  rules.type(tmp.location == ASSAY_VEC, "tmp must be in Vec");
  rules.range(tmp.rows * tmp.cols * width_of(tmp.element) / 8, 32, 1LL << 40,
              "tmp must have at least 32 bytes");
}

constexpr bool is_narrowed_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}

/// A sum or difference that is clamped and narrowed.
constexpr void narrowed_rules(Rules& rules, const Request& request) {
  const std::uint32_t from = request[1].element, to = request[0].element;
  for (std::size_t i = 0; i < 3; ++i) vector_tile(rules, request, request[i]);
  rules.type(request.on_device(), "only devices have this instruction");
  rules.type(request[2].element == from, "one element type for both sources");
  const bool floats = from == ASSAY_F32 && to == ASSAY_F16;
  rules.type(floats || ((from == ASSAY_F16 || from == ASSAY_I16) && to == ASSAY_I8),
             "this pair of element types is not taken");
  same_region(rules, request[1], request[0]);
  same_region(rules, request[2], request[0]);
  rules.launch(request[0].valid_rows > 0 && request[0].valid_cols > 0,
               "valid rows and columns must not be zero");
}

/// A2A3 works in place of the sources.
constexpr std::string_view scaled_form(const Spelled& spelled) {
  return spelled.call.machine == Machine::a2a3 ? "consuming" : "plain";
}
constexpr bool is_scaled_form(const Request& request) {
  return is_form(request, scaled_form({request}),
                 {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR, ASSAY_TILE});
}

/// A scaled sum of words.
constexpr void scaled_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  const assay_operand& tmp = request[4];
  for (std::size_t i = 0; i < 3; ++i) {
    rules.tile(request[i]);
    rules.type(request[i].location == ASSAY_VEC, "tiles must be in Vec");
    rules.type(request[i].block_layout == ASSAY_ROW_MAJOR, "tiles must be row-major");
  }
  rules.tile(tmp);
  rules.type(dst.element == ASSAY_F16, "dst must be of type half");
  for (std::size_t i = 1; i < 3; ++i) {
    rules.type(request[i].element == ASSAY_I32, "sources must be of type int32");
    same_region(rules, request[i], dst);
  }
  rules.launch(dst.valid_rows > 0 && dst.valid_cols > 0, "valid rows and columns must not be zero");
  rules.type(tmp.element == ASSAY_I32, "tmp must be of type int32");
  rules.type(tmp.location == ASSAY_VEC, "tmp must be in Vec");
  rules.type(tmp.block_layout == ASSAY_ROW_MAJOR, "tmp must be row-major");
  rules.launch(tmp.valid_rows >= dst.valid_rows && tmp.valid_cols >= dst.valid_cols,
               "tmp must be as large as dst");
}

}  // namespace assay::simulator
