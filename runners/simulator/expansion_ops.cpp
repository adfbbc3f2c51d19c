// SPDX-License-Identifier: Apache-2.0
// A row or column of values spread over a tile: copied, or combined with another tile.
#include <algorithm>
#include <array>
#include <cmath>

#include "runners/simulator/expansion.hpp"
#include "runners/simulator/formats.hpp"
#include "runners/simulator/lanes.hpp"
#include "runners/simulator/ops.hpp"
#include "runners/simulator/rules/expansion.hpp"

namespace assay::simulator {
namespace {

constexpr std::int64_t register_columns = 64;

// ---- copies ----

std::uint64_t copied(const Unit&, Inputs in) { return in[0]; }

/// A5 moves 64 columns of 8-byte elements.
Answer copy(const Request& request, Device& device, Spread how) {
  assay_operand reached = request[0];
  Request within = request;
  if (request.machine == Machine::a5 && size_of(reached.element) == 8) {
    reached.valid_cols = std::min(reached.valid_cols, register_columns);
    within.operands[0] = &reached;
  }
  const Unit unit{request.machine, reached.element, false, &device};
  return run_spread(within, device, -1, 1, how, copied, unit);
}

Answer run_trowexpand(const Request& request, Device& device) {
  if (request.form != "plain" || !request.takes({ASSAY_TILE, ASSAY_TILE})) {
    return {ASSAY_UNSUPPORTED, "this form is not simulated"};
  }
  Rules rules(request, device);
  row_copy_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  return copy(request, device, Spread::one_per_row);
}

Answer run_tcolexpand(const Request& request, Device& device) {
  if (request.form != "plain" || !request.takes({ASSAY_TILE, ASSAY_TILE})) {
    return {ASSAY_UNSUPPORTED, "this form is not simulated"};
  }
  Rules rules(request, device);
  column_copy_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  return copy(request, device, Spread::row);
}

// ---- combinations ----

/// A5 subtracts and exponentiates float in one step; all else rounds the difference first.
std::uint64_t exponential_of_difference(const Unit& unit, Inputs in) {
  if (unit.machine == Machine::a5 && unit.element == ASSAY_F32) {
    const double a = value_of(ASSAY_F32, in[0]), b = value_of(ASSAY_F32, in[1]);
    const double power = unit.has(Fault::operands_swapped) ? b - a : a - b;
    return finished(*unit.device, ASSAY_F32,
                    encode(*float_format(ASSAY_F32), std::exp(static_cast<long double>(power))));
  }
  const std::array<std::uint64_t, 1> difference{float_difference(unit, in)};
  return float_exponential(unit, difference);
}

struct Combination {
  std::string_view name;
  Calculation integer;
  Calculation floating;
};

constexpr std::array combinations{
    Combination{"ADD", integer_sum, float_sum},
    Combination{"SUB", integer_difference, float_difference},
    Combination{"MUL", integer_product, float_product},
    Combination{"DIV", integer_quotient, float_quotient},
    Combination{"MAX", integer_maximum, float_maximum},
    Combination{"MIN", integer_minimum, float_minimum},
    Combination{"EXPDIF", nullptr, exponential_of_difference},
};

const Combination& combination_of(const Request& request) {
  return *std::ranges::find_if(
      combinations, [&](const Combination& one) { return request.op.ends_with(one.name); });
}

Answer execute(const Request& request, Device& device, const SpreadOrder& order, Spread how) {
  const Unit unit{.machine = request.machine,
                  .element = request[0].element,
                  .refined = request.machine == Machine::a5 && is_precise_form(request.form),
                  .device = &device};
  const Combination& combination = combination_of(request);
  const Calculation lane = is_integer(unit.element) ? combination.integer : combination.floating;
  return run_spread(request, device, static_cast<int>(order.full), static_cast<int>(order.spread),
                    how, lane, unit);
}

Answer run_rows(const Request& request, Device& device) {
  const auto order = spread_order(request);
  if (!order) return {ASSAY_UNSUPPORTED, "this form is not simulated"};
  Rules rules(request, device);
  row_spread_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  const bool column = request[order->spread].block_layout != ASSAY_ROW_MAJOR;
  return execute(request, device, *order, column ? Spread::one_per_row : Spread::block_per_row);
}

// ---- by columns ----

Answer run_columns(const Request& request, Device& device) {
  const auto order = spread_order(request);
  if (!order || order->with_tmp) return {ASSAY_UNSUPPORTED, "this form is not simulated"};
  Rules rules(request, device);
  column_spread_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  return execute(request, device, *order, Spread::row);
}

constexpr std::array ops{
    Entry{"TROWEXPAND", run_trowexpand}, Entry{"TCOLEXPAND", run_tcolexpand},
    Entry{"TROWEXPANDADD", run_rows},    Entry{"TROWEXPANDSUB", run_rows},
    Entry{"TROWEXPANDMUL", run_rows},    Entry{"TROWEXPANDDIV", run_rows},
    Entry{"TROWEXPANDMAX", run_rows},    Entry{"TROWEXPANDMIN", run_rows},
    Entry{"TROWEXPANDEXPDIF", run_rows}, Entry{"TCOLEXPANDADD", run_columns},
    Entry{"TCOLEXPANDSUB", run_columns}, Entry{"TCOLEXPANDMUL", run_columns},
    Entry{"TCOLEXPANDDIV", run_columns}, Entry{"TCOLEXPANDMAX", run_columns},
    Entry{"TCOLEXPANDMIN", run_columns}, Entry{"TCOLEXPANDEXPDIF", run_columns},
};

}  // namespace

std::span<const Entry> expansion_ops() { return ops; }

}  // namespace assay::simulator
