// SPDX-License-Identifier: Apache-2.0
// A row or column of values spread over a tile: copied, or combined with another tile.
#include <array>
#include <cmath>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/reduction/expansion.hpp"
#include "runners/simulator/rules/expansion.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

std::uint64_t copied(const Unit&, Inputs in) { return in[0]; }

void copy(const Request& request, const Hooks& hooks, Spread how) {
  const bool empty = request[1].valid_rows == 0 || request[1].valid_cols == 0;
  if (empty && request.machine == Machine::a2a3) return;
  run_spread({-1, 1, how}, copied, {request.machine, request[0].element, false, &request, &hooks});
}

void combine(const Request& request, const Hooks& hooks, const SpreadOrder& order, Spread how) {
  const Unit unit{.machine = request.machine,
                  .element = request[0].element,
                  .refined = request.machine == Machine::a5 && is_precise_form(request.form),
                  .request = &request,
                  .hooks = &hooks};
  run_spread({static_cast<int>(order.full), static_cast<int>(order.spread), how},
             calculation_of(request, unit.element), unit);
}

}  // namespace

std::uint64_t exponential_of_difference(const Unit& unit, Inputs in) {
  const std::array<std::uint64_t, 1> difference{float_difference(unit, in)};
  return float_exponential(unit, difference);
}

void run_row_copy(const Request& request, const Hooks& hooks) {
  copy(request, hooks, Spread::one_per_row);
}

void run_column_copy(const Request& request, const Hooks& hooks) {
  copy(request, hooks, Spread::row);
}

void run_row_spread(const Request& request, const Hooks& hooks) {
  const SpreadOrder order = *spread_order(request);
  const bool column = request[order.spread].block_layout != ASSAY_ROW_MAJOR;
  combine(request, hooks, order, column ? Spread::one_per_row : Spread::block_per_row);
}

void run_column_spread(const Request& request, const Hooks& hooks) {
  combine(request, hooks, *spread_order(request), Spread::row);
}

}  // namespace assay::simulator
