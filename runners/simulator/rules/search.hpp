// SPDX-License-Identifier: Apache-2.0
// Rules of searches for extremes along rows and columns.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

namespace row_search {

inline constexpr Elements a2a3_types{ASSAY_F16, ASSAY_F32, ASSAY_I32, ASSAY_I16};
inline constexpr Elements a5_types{ASSAY_I16, ASSAY_U16,  ASSAY_I32, ASSAY_U32,
                                   ASSAY_F16, ASSAY_BF16, ASSAY_F32};
inline constexpr Elements full_indices{ASSAY_U32, ASSAY_I32};
inline constexpr Elements any_indices{ASSAY_U32, ASSAY_I32, ASSAY_U16, ASSAY_I16};

}  // namespace row_search

/// Operands by what they are for; `value` is -1 in the form without it.
struct RowPlaces {
  int value;
  std::size_t index, src, tmp;
};

constexpr RowPlaces row_places(const Request& request) {
  return request.form == "value_index" ? RowPlaces{0, 1, 2, 3} : RowPlaces{-1, 0, 1, 2};
}

constexpr bool is_search_form(const Request& request) {
  return is_form(request, "index", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE}) ||
         is_form(request, "value_index", {ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
}
constexpr std::string_view search_form(const Spelled& spelled) {
  return spelled.call.operands.size() == 4 ? "value_index" : "index";
}

constexpr const Elements& row_search_types(Machine machine) {
  if (machine == Machine::cpu) return arithmetic_types;
  return machine == Machine::a5 ? row_search::a5_types : row_search::a2a3_types;
}

constexpr void row_result_rules(Rules& rules, const assay_operand& out, const assay_operand& src) {
  rules.tile(out);
  rules.type(out.location == ASSAY_VEC, "results must be in Vec");
  rules.type(out.box_layout == ASSAY_NONE_BOX, "results must have no boxes");
  rules.type(out.block_layout == ASSAY_ROW_MAJOR || out.cols == 1,
             "results must be row-major or one column");
  rules.launch(out.valid_rows == src.valid_rows, "valid rows must be equal");
}

constexpr void row_search_rules(Rules& rules, const Request& request) {
  const RowPlaces places = row_places(request);
  const assay_operand &src = request[places.src], &index = request[places.index];
  rules.tile(src);
  rules.type(row_search_types(request.machine).has(src.element), "this element type is not taken");
  rules.type(src.location == ASSAY_VEC && is_nd(src), "src must be in Vec, row-major, unboxed");
  const bool narrow = places.value >= 0 && size_of(src.element) == 2;
  rules.type((narrow ? row_search::any_indices : row_search::full_indices).has(index.element),
             "the index tile has an element type that this form does not give");
  row_result_rules(rules, index, src);
  if (places.value >= 0) {
    const assay_operand& value = request[static_cast<std::size_t>(places.value)];
    rules.type(value.element == src.element, "the value must have the element type of src");
    row_result_rules(rules, value, src);
  }
  rules.launch(src.valid_rows != 0 && src.valid_cols != 0, "src must not be empty");
  rules.tile(request[places.tmp]);
}

/// The operands of the forms, by role instead of position.
struct ColumnRoles {
  const assay_operand* value;  ///< null in the index form
  const assay_operand* index;
  const assay_operand* src;
  const assay_operand* tmp;
  bool smallest;  ///< searched for, instead of the greatest
};

/// One region of tmp: elements that are worked on at a time.
constexpr std::int64_t gap(const ColumnRoles& roles) {
  const std::int64_t repeat = 256 / size_of(roles.src->element);
  const std::int64_t block = 32 / size_of(roles.src->element);
  const std::int64_t cols = roles.src->valid_cols;
  return cols >= repeat ? repeat : (cols > 1 ? cols + block - 1 : block) / block * block;
}

/// Columns that a row of tmp must have: three elements for each repeat, by two and by one in
/// blocks.
constexpr std::int64_t scratch_stride(const assay_operand& src) {
  const std::int64_t block = 32 / size_of(src.element), repeat = 8 * block;
  const std::int64_t repeats = (src.valid_cols + repeat - 1) / repeat;
  const std::int64_t pairs = (2 * repeats + block - 1) / block;
  return (pairs + (repeats + block - 1) / block) * block;
}

constexpr void column_element_rules(Rules& rules, const Request& request,
                                    const ColumnRoles& roles) {
  const std::uint32_t src = roles.src->element;
  if (request.machine == Machine::a2a3) {
    rules.type(one_of(src, {ASSAY_F16, ASSAY_F32, ASSAY_U16, ASSAY_U32}),
               "src must be half, float, uint16 or uint32");
  } else if (request.machine == Machine::a5) {
    rules.type(one_of(src, {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32,
                            ASSAY_F16, ASSAY_F32}),
               "src must be an 8-, 16- or 32-bit integer, half or float");
    rules.type(roles.value == nullptr || size_of(src) > 1,
               "src of the value form has 2 or 4 bytes");
  } else {
    rules.type(is_integer(src) || one_of(src, {ASSAY_F16, ASSAY_BF16, ASSAY_F32}),
               "src must be an integer, half, bfloat16 or float");
    rules.covered(src != ASSAY_I4, "4-bit sources are not simulated");
  }
  const bool narrow = one_of(roles.index->element, {ASSAY_U16, ASSAY_I16});
  const bool full = one_of(roles.index->element, {ASSAY_U32, ASSAY_I32});
  const bool for_halves = roles.value != nullptr && size_of(src) == 2;
  rules.type(for_halves ? narrow || (full && !request.on_device()) : full,
             "the index tile has an element type that this form does not give");
  if (roles.value != nullptr) {
    rules.type(roles.value->element == src, "the value tile must have the element type of src");
  }
}

constexpr void column_layout_rules(Rules& rules, const Request& request, const ColumnRoles& roles) {
  rules.type(roles.src->location == ASSAY_VEC && roles.index->location == ASSAY_VEC,
             "src and dst must be in Vec");
  const bool unboxed = roles.src->box_layout == ASSAY_NONE_BOX;
  rules.type(request.on_device() ? is_nd(*roles.src) : unboxed,
             "src must be row-major without boxes");
  rules.type(is_nd(*roles.index), "the index tile must be row-major without boxes");
  if (roles.value != nullptr) {
    rules.type(roles.value->location == ASSAY_VEC, "the value tile must be in Vec");
    rules.type(is_nd(*roles.value), "the value tile must be row-major without boxes");
  }
  if (!request.on_device()) return;
  const bool fixed = (roles.src->flags & ASSAY_DYNAMIC_VALID_COLS) == 0;
  rules.type(roles.smallest || !fixed || roles.src->valid_cols == 1,
             "ValidCol of src must be 1 or dynamic");
  rules.type(roles.tmp->location == ASSAY_VEC, "tmp must be in Vec");
}

constexpr void column_size_rules(Rules& rules, const Request& request, const ColumnRoles& roles) {
  const assay_operand& src = *roles.src;
  rules.launch(src.valid_rows != 0 && src.valid_cols != 0, "src must not be empty");
  rules.launch(roles.index->valid_rows == 1, "dst must have one valid row");
  rules.launch(roles.index->valid_cols == src.valid_cols,
               "src and dst must have equal valid columns");
  if (roles.value != nullptr) {
    rules.launch(roles.value->valid_rows == 1, "the value tile must have one valid row");
    rules.launch(roles.value->valid_cols == src.valid_cols,
                 "src and the value tile must have equal valid columns");
  }
  if (request.machine != Machine::a2a3) return;
  rules.type(roles.tmp->element == src.element, "tmp must have the element type of src");
  const bool like_src = roles.tmp->rows >= src.rows && roles.tmp->cols >= src.cols;
  rules.launch(like_src || roles.tmp->cols >= scratch_stride(src), "a row of tmp is too short");
}

constexpr ColumnRoles column_roles(const Request& request) {
  const bool with_value = request.form == "value_index";
  const std::size_t next = with_value ? 1 : 0;
  return {with_value ? &request[0] : nullptr, &request[next], &request[next + 1],
          &request[next + 2], request.row->smallest};
}

constexpr void column_search_rules(Rules& rules, const Request& request) {
  const ColumnRoles roles = column_roles(request);
  for (const assay_operand* operand : request.operands) rules.tile(*operand);
  column_element_rules(rules, request, roles);
  column_layout_rules(rules, request, roles);
  column_size_rules(rules, request, roles);
}

}  // namespace assay::simulator
