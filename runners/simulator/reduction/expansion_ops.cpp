// SPDX-License-Identifier: Apache-2.0
// A row or column of values spread over a tile: copied, or combined with another tile.
#include <algorithm>
#include <array>
#include <cmath>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/reduction/expansion.hpp"
#include "runners/simulator/rules/expansion.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

constexpr std::int64_t register_columns = 64;

std::uint64_t copied(const Unit&, Inputs in) { return in[0]; }

/// A5 moves 64 columns of 8-byte elements.
void copy(const Request& request, const Seams& seams, Spread how) {
  assay_operand reached = request[0];
  Request within = request;
  if (request.machine == Machine::a5 && size_of(reached.element) == 8) {
    reached.valid_cols = std::min(reached.valid_cols, register_columns);
    within.operands[0] = &reached;
  }
  run_spread({-1, 1, how}, copied, {request.machine, reached.element, false, &within, &seams});
}

void combine(const Request& request, const Seams& seams, const SpreadOrder& order, Spread how) {
  const Unit unit{.machine = request.machine,
                  .element = request[0].element,
                  .refined = request.machine == Machine::a5 && is_precise_form(request.form),
                  .request = &request,
                  .seams = &seams};
  run_spread({static_cast<int>(order.full), static_cast<int>(order.spread), how},
             calculation_of(request, unit.element), unit);
}

}  // namespace

std::uint64_t exponential_of_difference(const Unit& unit, Inputs in) {
  if (unit.machine == Machine::a5 && unit.element == ASSAY_F32) {
    const double power = value_of(ASSAY_F32, in[0]) - value_of(ASSAY_F32, in[1]);
    return unit.rounded(
        encode(*float_format(ASSAY_F32), std::exp(static_cast<long double>(power))));
  }
  const std::array<std::uint64_t, 1> difference{float_difference(unit, in)};
  return float_exponential(unit, difference);
}

void run_row_copy(const Request& request, const Seams& seams) {
  copy(request, seams, Spread::one_per_row);
}

void run_column_copy(const Request& request, const Seams& seams) {
  copy(request, seams, Spread::row);
}

void run_row_spread(const Request& request, const Seams& seams) {
  const SpreadOrder order = *spread_order(request);
  const bool column = request[order.spread].block_layout != ASSAY_ROW_MAJOR;
  combine(request, seams, order, column ? Spread::one_per_row : Spread::block_per_row);
}

void run_column_spread(const Request& request, const Seams& seams) {
  combine(request, seams, *spread_order(request), Spread::row);
}

}  // namespace assay::simulator
