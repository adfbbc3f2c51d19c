// SPDX-License-Identifier: Apache-2.0
// Rules of reductions of rows and columns.
#pragma once

#include <string_view>

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

/// What machines' headers take of an instruction that folds.
struct FoldRules {
  std::string_view op;
  bool rows;  ///< reduces rows; columns otherwise
  Elements a2a3, a5, cpu;
  bool widens = false;  ///< the CPU also has a wider destination

  constexpr const Elements& taken(Machine machine) const {
    if (machine == Machine::cpu) return cpu;
    return machine == Machine::a5 ? a5 : a2a3;
  }
};

namespace folding {

inline constexpr Elements device_types{ASSAY_F16, ASSAY_F32, ASSAY_I32, ASSAY_I16};
inline constexpr Elements cpu_sums{ASSAY_F16, ASSAY_BF16, ASSAY_F32, ASSAY_I16, ASSAY_I32};
inline constexpr Elements wide_a5{ASSAY_F16, ASSAY_F32, ASSAY_BF16, ASSAY_I8,  ASSAY_U8, ASSAY_I16,
                                  ASSAY_U16, ASSAY_I32, ASSAY_U32,  ASSAY_I64, ASSAY_U64};

inline constexpr FoldRules table[] = {
    {"TROWSUM",
     true,
     device_types,
     {ASSAY_F16, ASSAY_F32, ASSAY_I32, ASSAY_I16, ASSAY_I64, ASSAY_U64},
     cpu_sums,
     true},
    {"TROWMAX",
     true,
     device_types,
     {ASSAY_F16, ASSAY_F32, ASSAY_I32, ASSAY_I16, ASSAY_I8, ASSAY_U8, ASSAY_I64, ASSAY_U64},
     arithmetic_types},
    {"TROWMIN",
     true,
     device_types,
     {ASSAY_F16, ASSAY_F32, ASSAY_I32, ASSAY_I16, ASSAY_I8, ASSAY_U8, ASSAY_I64, ASSAY_U64},
     arithmetic_types},
    {"TROWPROD", true, device_types, device_types, arithmetic_types},
    {"TCOLSUM", false, device_types, wide_a5, {ASSAY_F16, ASSAY_BF16, ASSAY_F32}, true},
    {"TCOLMAX",
     false,
     device_types,
     wide_a5,
     {ASSAY_F16, ASSAY_BF16, ASSAY_F32, ASSAY_I8, ASSAY_U8},
     true},
    {"TCOLMIN", false, device_types, wide_a5, arithmetic_types},
    {"TCOLPROD",
     false,
     device_types,
     {ASSAY_F16, ASSAY_F32, ASSAY_BF16, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32},
     arithmetic_types},
};

}  // namespace folding

constexpr const FoldRules& fold_rules_of(std::string_view op) {
  const FoldRules* entry = folding::table;
  while (entry->op != op) ++entry;
  return *entry;
}

constexpr bool folds_rows(std::string_view op) { return op.starts_with("TROW"); }

/// The column sum in steps.
constexpr bool folds_pairs(const Request& request) {
  return request.op == "TCOLSUM" && request.form == "tmp";
}

constexpr bool is_wider_pair(std::uint32_t from, std::uint32_t to) {
  const bool to_float = to == ASSAY_F32 && (from == ASSAY_F16 || from == ASSAY_BF16);
  return to_float || (from == ASSAY_I16 && to == ASSAY_I32);
}

constexpr void fold_type_rules(Rules& rules, const FoldRules& fold, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.tile(dst);
  rules.tile(src);
  rules.type(fold.taken(request.machine).has(src.element), "this element type is not taken");
  const bool widened =
      !request.on_device() && fold.widens && is_wider_pair(src.element, dst.element);
  const bool checked = request.on_device() || fold.widens;
  if (checked) {
    rules.type(src.element == dst.element || widened, "dst must have the element type of src");
  } else {
    rules.covered(src.element == dst.element, "conversions are not simulated here");
  }
  if (!request.on_device()) {
    if (fold.op == "TROWSUM") rules.type(src.rows == dst.rows, "Rows must be equal");
    if (!fold.rows && fold.widens) rules.type(src.cols == dst.cols, "Cols must be equal");
    return;
  }
  for (const assay_operand* tile : {&dst, &src}) {
    rules.type(tile->location == ASSAY_VEC, "tiles must be in Vec");
  }
  rules.type(is_nd(src), "src must be row-major without boxes");
  const bool column = dst.box_layout == ASSAY_NONE_BOX && dst.cols == 1;
  rules.type(is_nd(dst) || (fold.rows && column), "dst must be row-major, or one column");
}

constexpr void fold_size_rules(Rules& rules, const FoldRules& fold, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  if (!request.on_device()) return;
  if (fold.rows) {
    rules.launch(src.valid_rows != 0 && src.valid_cols != 0, "src must not be empty");
    rules.launch(src.valid_rows == dst.valid_rows, "valid rows must be equal");
  } else {
    rules.launch(src.valid_cols == dst.valid_cols, "valid columns must be equal");
    rules.launch(src.valid_rows != 1 || !rules.has(Fault::single_row_refused),
                 "src must have several rows");
  }
}

/// Room for the pairs of a column sum in steps.
constexpr void fold_pair_rules(Rules& rules, const Request& request) {
  const assay_operand &src = request[1], &tmp = request[2];
  rules.tile(tmp);
  if (request.machine == Machine::a2a3) {
    rules.type(tmp.location == ASSAY_VEC && is_nd(tmp), "tmp must be in Vec and row-major");
  }
  if (!request.on_device() || request.attribute("isBinary") != "true") return;
  rules.launch(src.valid_cols <= tmp.cols, "the valid columns of src must fit in a row of tmp");
}

constexpr void fold_rules(Rules& rules, const Request& request) {
  const FoldRules& own = fold_rules_of(request.op);
  fold_type_rules(rules, own, request);
  fold_size_rules(rules, own, request);
  if (folds_pairs(request)) fold_pair_rules(rules, request);
  if (own.rows) rules.tile(request[2]);
}

}  // namespace assay::simulator
