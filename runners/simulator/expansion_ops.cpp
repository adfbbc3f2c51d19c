// SPDX-License-Identifier: Apache-2.0
// A row or column of values spread over a tile: copied, or combined with another tile.
#include <algorithm>
#include <array>
#include <cmath>

#include "runners/simulator/expansion.hpp"
#include "runners/simulator/formats.hpp"
#include "runners/simulator/lanes.hpp"
#include "runners/simulator/ops.hpp"

namespace assay::simulator {
namespace {

constexpr std::int64_t register_columns = 64;

// ---- copies ----

std::uint64_t copied(const Unit&, Inputs in) { return in[0]; }

bool is_nd_or_dn(const assay_operand& tile) { return tile.box_layout == ASSAY_NONE_BOX; }

void copy_rules(Rules& rules, const Request& request, const assay_operand& src) {
  const assay_operand& dst = request[0];
  vector_tile(rules, request, dst);
  rules.tile(src);
  rules.covered(width_of(dst.element) >= 8, "elements that share a byte are not simulated");
  if (!request.on_device()) {
    rules.covered(src.element == dst.element, "conversions are not simulated here");
    return;
  }
  const bool wide = request.machine == Machine::a5;
  rules.type(size_of(dst.element) <= (wide ? 8 : 4), "the elements are too wide");
  rules.type(src.element == dst.element, "one element type for both tiles");
  rules.type(src.location == ASSAY_VEC, "tiles must be in Vec");
  rules.type(dst.box_layout == ASSAY_NONE_BOX, "dst must have no boxes");
}

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
  const assay_operand &dst = request[0], &src = request[1];
  Rules rules(request, device);
  copy_rules(rules, request, src);
  if (request.on_device()) {
    rules.type(is_nd_or_dn(src), "src must be row- or column-major without boxes");
    rules.launch(src.valid_rows == dst.valid_rows, "valid rows must be equal");
    rules.launch(src.valid_rows > 0 && src.valid_cols > 0, "src must not be empty");
  }
  if (request.machine == Machine::a5) {
    const bool fixed = (src.flags & ASSAY_DYNAMIC_VALID_COLS) == 0;
    rules.type(!fixed || src.valid_cols == 1, "ValidCol of src must be 1 or dynamic");
  }
  if (const auto answer = rules.stop()) return *answer;
  return copy(request, device, Spread::one_per_row);
}

Answer run_tcolexpand(const Request& request, Device& device) {
  if (request.form != "plain" || !request.takes({ASSAY_TILE, ASSAY_TILE})) {
    return {ASSAY_UNSUPPORTED, "this form is not simulated"};
  }
  const assay_operand &dst = request[0], &src = request[1];
  Rules rules(request, device);
  copy_rules(rules, request, src);
  if (request.on_device()) rules.type(is_nd(src), "src must be row-major without boxes");
  if (request.machine == Machine::a5) {
    rules.launch(src.valid_cols == dst.valid_cols, "valid columns must be equal");
    rules.launch(src.valid_rows > 0 && src.valid_cols > 0, "src must not be empty");
  }
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
  Elements a2a3, a5, cpu;
  Calculation integer;
  Calculation floating;
};

constexpr Elements halves{ASSAY_F16, ASSAY_F32};
constexpr Elements vector_types{ASSAY_I16, ASSAY_I32, ASSAY_F16, ASSAY_F32};
constexpr Elements a5_types{ASSAY_I8,  ASSAY_U8,  ASSAY_I16,  ASSAY_U16, ASSAY_I32,
                            ASSAY_U32, ASSAY_F16, ASSAY_BF16, ASSAY_F32};
constexpr Elements cpu_types{ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32, ASSAY_F16, ASSAY_F32};
constexpr Elements with_bytes{ASSAY_U8,  ASSAY_I16, ASSAY_U16, ASSAY_I32,
                              ASSAY_U32, ASSAY_F16, ASSAY_F32};

constexpr std::array combinations{
    Combination{"ADD", vector_types, a5_types, cpu_types, integer_sum, float_sum},
    Combination{"SUB", vector_types, a5_types, cpu_types, integer_difference, float_difference},
    Combination{"MUL", vector_types, a5_types, with_bytes, integer_product, float_product},
    Combination{"DIV", halves, a5_types, cpu_types, integer_quotient, float_quotient},
    Combination{"MAX", vector_types, a5_types, cpu_types, integer_maximum, float_maximum},
    Combination{"MIN", vector_types, a5_types, cpu_types, integer_minimum, float_minimum},
    Combination{"EXPDIF", halves, halves, halves, nullptr, exponential_of_difference},
};

const Combination& combination_of(const Request& request) {
  return *std::ranges::find_if(
      combinations, [&](const Combination& one) { return request.op.ends_with(one.name); });
}

/// Numbers of the operands, as the form has them.
struct Order {
  std::size_t full, spread;
  bool with_tmp;
};

std::optional<Order> order_of(const Request& request) {
  const bool swapped = request.form.starts_with("swapped");
  const bool with_tmp = request.form == "tmp" || request.form == "swapped_tmp";
  const bool known = with_tmp || swapped || request.form == "plain" || request.form == "precise";
  const bool tiles = with_tmp ? request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})
                              : request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
  if (!known || !tiles) return std::nullopt;
  return swapped ? Order{2, 1, with_tmp} : Order{1, 2, with_tmp};
}

const Elements& taken(const Combination& combination, Machine machine) {
  if (machine == Machine::cpu) return combination.cpu;
  return machine == Machine::a5 ? combination.a5 : combination.a2a3;
}

void combination_rules(Rules& rules, const Request& request, const Order& order) {
  for (std::size_t i = 0; i < 3; ++i) {
    rules.tile(request[i]);
    if (request.on_device()) {
      rules.type(request[i].location == ASSAY_VEC, "tiles must be in Vec");
    }
    rules.type(request[i].element == request[0].element, "one element type for all tiles");
  }
  rules.type(request[0].block_layout == ASSAY_ROW_MAJOR, "dst must be row-major");
  rules.type(taken(combination_of(request), request.machine).has(request[0].element),
             "this element type is not taken");
  if (order.with_tmp) rules.tile(request[3]);
}

Answer execute(const Request& request, Device& device, const Order& order, Spread how) {
  const Unit unit{.machine = request.machine,
                  .element = request[0].element,
                  .refined = request.machine == Machine::a5 && request.form == "precise",
                  .device = &device};
  const Combination& combination = combination_of(request);
  const Calculation lane = is_integer(unit.element) ? combination.integer : combination.floating;
  return run_spread(request, device, static_cast<int>(order.full), static_cast<int>(order.spread),
                    how, lane, unit);
}

// ---- by rows ----

std::int64_t block_of(const assay_operand& tile) { return 32 / size_of(tile.element); }

std::int64_t scratch_bytes(std::int64_t rows) {
  return rows >= 256 ? 7680 : 256 * ((rows + 7) / 8);
}

void row_rules(Rules& rules, const Request& request, const Order& order) {
  const assay_operand &dst = request[0], &few = request[order.spread], &many = request[order.full];
  const bool column = few.block_layout != ASSAY_ROW_MAJOR && few.valid_cols == 1;
  const bool block = few.block_layout == ASSAY_ROW_MAJOR && few.valid_cols == block_of(few);
  rules.launch(column || block, "the spread operand must be a column or blocks of 32 bytes");
  rules.launch(few.valid_rows == dst.valid_rows, "valid rows must be equal");
  rules.covered(few.box_layout == ASSAY_NONE_BOX, "boxed tiles are not spread here");
  if (request.on_device()) {
    same_region(rules, many, dst);
    rules.launch(many.block_layout == ASSAY_ROW_MAJOR, "the full operand must be row-major");
  }
  if (request.machine != Machine::a2a3 || !order.with_tmp) return;
  rules.launch(column, "with tmp the spread operand must be a column");
  rules.launch(static_cast<std::int64_t>(request[3].byte_size) >= scratch_bytes(dst.valid_rows),
               "tmp is too small");
}

Answer run_rows(const Request& request, Device& device) {
  const auto order = order_of(request);
  if (!order) return {ASSAY_UNSUPPORTED, "this form is not simulated"};
  Rules rules(request, device);
  combination_rules(rules, request, *order);
  row_rules(rules, request, *order);
  if (const auto answer = rules.stop()) return *answer;
  const bool column = request[order->spread].block_layout != ASSAY_ROW_MAJOR;
  return execute(request, device, *order, column ? Spread::one_per_row : Spread::block_per_row);
}

// ---- by columns ----

Answer run_columns(const Request& request, Device& device) {
  const auto order = order_of(request);
  if (!order || order->with_tmp) return {ASSAY_UNSUPPORTED, "this form is not simulated"};
  Rules rules(request, device);
  combination_rules(rules, request, *order);
  for (std::size_t i = 1; i < 3 && !request.on_device(); ++i) {
    rules.type(request[i].block_layout == ASSAY_ROW_MAJOR, "sources must be row-major");
  }
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
