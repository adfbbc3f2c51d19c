// SPDX-License-Identifier: Apache-2.0
// All rows: the instructions that the simulator executes, and their rules while a unit is compiled.
#pragma once

#include <span>
#include <string_view>

#include "runners/simulator/table/elementwise.hpp"
#include "runners/simulator/table/gathering.hpp"
#include "runners/simulator/table/generation.hpp"
#include "runners/simulator/table/matrix.hpp"
#include "runners/simulator/table/others.hpp"
#include "runners/simulator/table/partial.hpp"
#include "runners/simulator/table/quantisation.hpp"
#include "runners/simulator/table/reduce_expand.hpp"
#include "runners/simulator/table/registers.hpp"
#include "runners/simulator/table/sorting.hpp"
#include "runners/simulator/table/tile_scalar.hpp"

namespace assay::simulator {

/// The CPU for a name that is no device.
constexpr Machine machine_named(std::string_view name) {
  if (name == "a2a3") return Machine::a2a3;
  return name == "a5" ? Machine::a5 : Machine::cpu;
}

inline constexpr std::span<const Row> all_rows[] = {
    table::elementwise, table::tile_scalar, table::reduce_expand, table::matrix,
    table::others,      table::partial,     table::quantisation,  table::gathering,
    table::generation,  table::sorting,     table::registers};

/// Null for an instruction that has no row.
constexpr const Row* find_row(std::string_view op) {
  for (const std::span<const Row> rows : all_rows) {
    for (const Row& row : rows) {
      if (row.op == op) return &row;
    }
  }
  return nullptr;
}

/// The same as find_row(op) != nullptr, which is no constant if a sanitizer checks pointers.
constexpr bool has_row(std::string_view op) {
  for (const std::span<const Row> rows : all_rows) {
    for (const Row& row : rows) {
      if (row.op == op) return true;
    }
  }
  return false;
}

/// Applies the rules of request.op, which has a row, to operands whose number and kinds are those
/// of the form.
constexpr void apply_rules(Rules& rules, Request& request) {
  request.row = find_row(request.op);
  request.row->rules(rules, request);
}

}  // namespace assay::simulator
