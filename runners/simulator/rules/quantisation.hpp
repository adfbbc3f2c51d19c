// SPDX-License-Identifier: Apache-2.0
// The rules of codes that become numbers by an offset and a scale of their row, and the reverse.
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

// ---- the reverse ----

inline constexpr std::size_t scales = 2;
inline constexpr std::int64_t group_size = 32;

constexpr bool has_groups(const Request& request) { return request.form.starts_with("mx"); }
/// The numbers of a group are those of 32 columns.
constexpr bool has_groups_of_columns(const Request& request) {
  return request.form == "mx" || request.form == "mx_columns";
}
constexpr bool has_scratch(const Request& request) { return request.form.ends_with("_tmp"); }
constexpr bool has_offset(const Request& request) { return request.form.starts_with("int8_asym"); }

constexpr bool is_quantisation_form(const Request& request) {
  constexpr auto tile = ASSAY_TILE;
  if (has_scratch(request)) {
    return request.on_device() &&
           (is_form(request, "int8_sym_tmp", {tile, tile, tile, tile}) ||
            is_form(request, "int8_asym_tmp", {tile, tile, tile, tile, tile}));
  }
  bool takes = is_form(request, "int8_sym", {tile, tile, tile}) ||
               is_form(request, "int8_asym", {tile, tile, tile, tile});
  for (const char* form : {"mx", "mx_columns", "mx_rows", "mx_interleaved"}) {
    takes = takes || is_form(request, form, {tile, tile, tile, tile, tile});
  }
  return takes && request.machine != Machine::a2a3;
}

/// What a program calls says by its types which form it is.
constexpr std::string_view quantisation_form(const Spelled& spelled) {
  const Request& call = spelled.call;
  const assay_operand &dst = call[0], &src = call[1], &third = call[2];
  if (call.operands.size() == 5 && third.element == ASSAY_U8) {
    if (third.rows == src.rows) return "mx_columns";
    return third.rows * group_size == src.rows ? "mx_rows" : "mx_interleaved";
  }
  const bool with_offset = dst.element == ASSAY_U8;
  if (call.operands.size() == (with_offset ? 4U : 3U)) {
    return with_offset ? "int8_asym" : "int8_sym";
  }
  return with_offset ? "int8_asym_tmp" : "int8_sym_tmp";
}

constexpr void group_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1], &exponents = request[2];
  rules.type(one_of(src.element, {ASSAY_F32, ASSAY_F16, ASSAY_BF16}),
             "src must be float, half or bfloat16_t");
  rules.type(one_of(dst.element, {ASSAY_I8, ASSAY_E2M1}), "dst must be int8_t or float4_e2m1x2_t");
  rules.type(dst.element == ASSAY_I8 || src.element != ASSAY_F32,
             "codes of 4 bits are made of half and bfloat16_t");
  if (rules.types_alone()) return;
  for (const char* name : {"mx_alg", "quant_type"}) {
    const std::string_view format = request.attribute(name);
    const bool small = format.find("p4") != format.npos || format.find("P4") != format.npos;
    rules.type(format.empty() || small == (dst.element == ASSAY_E2M1),
               "dst does not have the codes of the format");
  }
  const std::int64_t along = has_groups_of_columns(request) ? src.valid_cols : src.valid_rows;
  rules.type(exponents.element == ASSAY_U8, "exponents must be uint8_t");
  rules.covered(along % group_size == 0, "a group is not whole");
}

constexpr void scale_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.type(src.element == ASSAY_F32, "src must be float");
  rules.type(dst.element == (has_offset(request) ? ASSAY_U8 : ASSAY_I8),
             "dst must be int8_t, or uint8_t with an offset");
  for (std::size_t i = scales; i < request.operands.size(); ++i) {
    const bool room = has_scratch(request) && i == scales + 1;
    if (room && request.machine != Machine::a2a3) continue;
    rules.type(request[i].element == ASSAY_F32, "parameters and tmp must be float");
    rules.launch(request[i].valid_rows == dst.valid_rows, "each row needs a parameter");
    rules.covered(room || request[i].valid_cols == 1, "a row has one parameter");
  }
}

constexpr void quantisation_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  for (const assay_operand* tile : request.operands) {
    rules.tile(*tile);
    rules.type(!request.on_device() || tile->location == ASSAY_VEC, "tiles must be in Vec");
    rules.covered(tile->box_layout == ASSAY_NONE_BOX, "boxes are not quantised");
  }
  rules.type(dst.block_layout == ASSAY_ROW_MAJOR && src.block_layout == ASSAY_ROW_MAJOR,
             "dst and src must be row-major");
  rules.launch(dst.valid_rows == src.valid_rows && dst.valid_cols == src.valid_cols,
               "valid regions must be equal");
  has_groups(request) ? group_rules(rules, request) : scale_rules(rules, request);
}

}  // namespace assay::simulator
