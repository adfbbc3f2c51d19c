// SPDX-License-Identifier: Apache-2.0
// The rules of tables in global memory, of which a tile of indices names rows or elements.
#pragma once

#include "runners/simulator/rules/gathering.hpp"
#include "runners/simulator/rules/load.hpp"

namespace assay::simulator {

/// By a tile of indices, or into Mat by indices in global memory: rows, and elements by way of a
/// scratch.
constexpr bool is_table_gather_form(const Request& request) {
  const bool rows = is_form(request, "mat", {ASSAY_TILE, ASSAY_GLOBAL, ASSAY_GLOBAL});
  const bool elements =
      is_form(request, "scratch", {ASSAY_TILE, ASSAY_GLOBAL, ASSAY_GLOBAL, ASSAY_GLOBAL});
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_GLOBAL, ASSAY_TILE}) ||
         (request.on_device() && (rows || elements));
}
constexpr std::string_view table_gather_form(const Spelled& spelled) {
  if (spelled.call.operands.size() == 4) return "scratch";
  return spelled.call[2].kind == ASSAY_GLOBAL ? "mat" : "plain";
}

constexpr bool names_rows(const Request& request) {
  return request.attribute("Coalesce") != "Elem";
}

/// Tile, table and indices of a call.
struct TableCall {
  const assay_operand &tile, &table, &indices;
};

constexpr void table_layout_rules(Rules& rules, const Request& request, const TableCall& call) {
  const Shape of_tile = shape_of(call.tile), of_indices = shape_of(call.indices);
  const bool plain = of_tile == Shape::nd || of_tile == Shape::dn;
  const bool blocks = of_tile == Shape::nz && call.table.layout == ASSAY_NZ;
  if (request.machine == Machine::a2a3) {
    rules.type(blocks || (of_tile == Shape::nd && call.table.layout == ASSAY_ND),
               "the tile must be ND for a table that is ND, and NZ for one that is NZ");
    rules.type(of_indices == Shape::nd, "idx must be row-major without boxes");
    return;
  }
  const bool rows_alone = request.machine == Machine::cpu;
  rules.covered(rows_alone ? of_tile == Shape::nd : plain,
                "this layout of a tile is not simulated");
  rules.covered(of_indices == Shape::nd || (!rows_alone && of_indices == Shape::dn),
                "this layout of indices is not simulated");
  rules.covered(call.table.layout == ASSAY_ND, "tables must be ND");
}

constexpr void table_shape_rules(Rules& rules, const Request& request, const TableCall& call) {
  if (request.attribute("Coalesce").empty()) return;  // not told to types alone
  const assay_operand &tile = call.tile, &table = call.table, &indices = call.indices;
  constexpr std::uint32_t dynamic = ASSAY_DYNAMIC_VALID_ROWS | ASSAY_DYNAMIC_VALID_COLS;
  const bool sizes_known = !rules.types_alone() || ((tile.flags | indices.flags) & dynamic) == 0;
  const bool rows = names_rows(request);
  const bool line = indices.valid_rows == 1 && indices.valid_cols == tile.valid_rows;
  const bool column = indices.block_layout == ASSAY_COL_MAJOR && indices.cols == 1 &&
                      indices.valid_rows == tile.valid_rows;
  const bool same = indices.valid_rows == tile.valid_rows && indices.valid_cols == tile.valid_cols;
  rules.type(!sizes_known || (rows ? line || column : same),
             "idx must have an index for each row, or element");
  const bool known =
      (table.flags & ASSAY_DYNAMIC_SHAPE(4)) == 0 && (tile.flags & ASSAY_DYNAMIC_VALID_COLS) == 0;
  rules.type(request.machine != Machine::a5 || !rows || !known || table.shape[4] == tile.valid_cols,
             "a row of the table must have the valid columns of the tile");
}

constexpr void table_rules(Rules& rules, const Request& request, const TableCall& call) {
  rules.tile(call.tile);
  rules.tile(call.indices);
  rules.global(call.table);
  const bool small = request.machine == Machine::a5 && is_small_float(call.tile.element);
  rules.type(is_gathered_type(call.tile.element) || small, "this is no element type of tables");
  rules.type(call.table.element == call.tile.element, "the table must have the type of the tile");
  rules.type(one_of(call.indices.element, {ASSAY_I32, ASSAY_U32}),
             "idx must be int32_t or uint32_t");
  rules.type(!request.on_device() ||
                 (call.tile.location == ASSAY_VEC && call.indices.location == ASSAY_VEC),
             "tiles must be in Vec");
  table_layout_rules(rules, request, call);
  table_shape_rules(rules, request, call);
}

constexpr void into_mat_rules(Rules& rules, const Request& request) {
  const assay_operand &dst = request[0], &table = request[1], &indices = request[2];
  rules.tile(dst);
  rules.global(table);
  rules.global(indices);
  const bool small = request.machine == Machine::a5 && is_small_float(dst.element);
  rules.type(is_gathered_type(dst.element) || small, "this is no element type of tables");
  rules.type(table.element == dst.element, "the table must have the type of dst");
  rules.type(one_of(indices.element, {ASSAY_I32, ASSAY_U32}), "idx must be int32_t or uint32_t");
  rules.type(dst.location == ASSAY_MAT, "dst must be in Mat");
  rules.type(shape_of(dst) == Shape::nz, "dst must be NZ");
  rules.type(table.layout == ASSAY_ND, "the table must be ND");
  if (request.form == "mat") return;
  const assay_operand& scratch = request[3];
  const std::string_view executor = request.attribute("GatherExec");
  rules.global(scratch);
  rules.type(scratch.element == dst.element, "scratch must have the type of dst");
  rules.type(request.machine == Machine::a5 || executor.empty() || executor == "none",
             "there is no GatherExec");
}

constexpr void table_gather_rules(Rules& rules, const Request& request) {
  if (request.form != "plain") return into_mat_rules(rules, request);
  table_rules(rules, request, {request[0], request[1], request[2]});
}

// ---- scatters ----

constexpr bool is_table_scatter_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_GLOBAL, ASSAY_TILE, ASSAY_TILE}) ||
         is_form(request, "atomic", {ASSAY_GLOBAL, ASSAY_TILE, ASSAY_TILE});
}
constexpr std::string_view table_scatter_form(const Spelled& spelled) {
  return spelled.adds ? "atomic" : "plain";
}

constexpr bool is_combined(const Request& request, std::uint32_t element, bool sum) {
  const bool word = one_of(element, {ASSAY_I32, ASSAY_F32});
  if (request.machine == Machine::a2a3) {
    return sum && (word || one_of(element, {ASSAY_I8, ASSAY_I16, ASSAY_F16, ASSAY_BF16}));
  }
  if (request.machine == Machine::cpu) {
    return word || (sum && one_of(element, {ASSAY_U32, ASSAY_F16}));
  }
  return word || element == ASSAY_U32 || (sum && one_of(element, {ASSAY_F16, ASSAY_BF16}));
}

constexpr void table_scatter_rules(Rules& rules, const Request& request) {
  table_rules(rules, request, {request[1], request[0], request[2]});
  const std::string_view policy = request.attribute("ScatterConflict");
  rules.type(request.machine != Machine::a2a3 || policy.empty() || policy == "none",
             "there is no ScatterConflict");
  const std::string_view atomic = request.attribute("ScatterAtomicOp");
  if (request.form != "atomic" || atomic.empty()) return;
  rules.type(is_combined(request, request[1].element, atomic == "Add"),
             "this element type is not combined so");
}

}  // namespace assay::simulator
