// SPDX-License-Identifier: Apache-2.0
// Checks and executes an instruction of arithmetic by its sheet.
#include <algorithm>

#include "runners/simulator/arithmetic.hpp"
#include "runners/simulator/formats.hpp"
#include "runners/simulator/lanes.hpp"

namespace assay::simulator {
namespace {

constexpr std::int64_t register_columns = 64;

std::size_t sources_of(const Sheet& sheet) {
  switch (sheet.reads) {
    case Reads::one:
      return 1;
    case Reads::three:
      return 3;
    default:
      return 2;
  }
}

bool is_form(const Sheet& sheet, const Request& request) {
  const std::size_t tiles = 1 + sources_of(sheet) + (sheet.scratch ? 1 : 0);
  const bool known =
      request.form == "plain" || request.form == "precise" || request.form == "consuming";
  return known && request.operands.size() == tiles &&
         std::ranges::all_of(request.operands, [](const assay_operand* operand) {
           return operand->kind == static_cast<std::uint32_t>(ASSAY_TILE);
         });
}

const Elements& taken(const Sheet& sheet, Machine machine) {
  if (machine == Machine::cpu) return sheet.cpu;
  return machine == Machine::a5 ? sheet.a5 : sheet.a2a3;
}

bool same_static_size(std::uint32_t flags, std::uint32_t dynamic, std::int64_t a, std::int64_t b) {
  return (flags & dynamic) != 0 || a == b;
}

bool is_same_type(const assay_operand& a, const assay_operand& b) {
  return a.element == b.element && a.location == b.location && a.block_layout == b.block_layout &&
         a.box_layout == b.box_layout && a.fractal_size == b.fractal_size && a.rows == b.rows &&
         a.cols == b.cols && a.pad == b.pad && a.pad_bits == b.pad_bits && a.flags == b.flags &&
         a.compact == b.compact &&
         same_static_size(a.flags, ASSAY_DYNAMIC_VALID_ROWS, a.valid_rows, b.valid_rows) &&
         same_static_size(a.flags, ASSAY_DYNAMIC_VALID_COLS, a.valid_cols, b.valid_cols);
}

void check(Rules& rules, const Sheet& sheet, const Request& request) {
  const assay_operand& dst = request[0];
  vector_tile(rules, request, dst);
  rules.type(taken(sheet, request.machine).has(dst.element), "this element type is not taken");
  for (std::size_t i = 1; i <= sources_of(sheet); ++i) {
    vector_tile(rules, request, request[i]);
    rules.type(request[i].element == dst.element, "one element type for all tiles");
    if (sheet.one_tile_type && !request.on_device()) {
      rules.type(is_same_type(request[i], dst), "all tiles must have one Tile type");
    }
    if (request.on_device() || sheet.cpu_regions) same_region(rules, request[i], dst);
  }
  if (sheet.scratch) rules.tile(request.operands.back()[0]);
}

Answer run_reads(Reads reads, const Request& request, Device& device, const Lane& lane) {
  switch (reads) {
    case Reads::one:
      return run_lanes(request, device, 0, {1}, lane);
    case Reads::two:
      return run_lanes(request, device, 0, {1, 2}, lane);
    case Reads::three:
      return run_lanes(request, device, 0, {1, 2, 3}, lane);
    case Reads::two_and_old:
      return run_lanes(request, device, 0, {1, 2, 0}, lane);
  }
  return {};
}

}  // namespace

Answer run_sheet(const Sheet& sheet, const Request& request, Device& device, MoreRules more) {
  if (!is_form(sheet, request)) return {ASSAY_UNSUPPORTED, "this form is not simulated"};
  Rules rules(request, device);
  check(rules, sheet, request);
  if (more != nullptr) more(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  const Unit unit{.machine = request.machine,
                  .element = request[0].element,
                  .refined = request.machine == Machine::a5 && request.form == "precise",
                  .device = &device};
  const Calculation calculate = is_integer(unit.element) ? sheet.integer : sheet.floating;
  // A narrower destination stands for what the register reaches.
  assay_operand reached = request[0];
  Request within = request;
  if (sheet.half_register && unit.machine == Machine::a5 && width_of(unit.element) == 64) {
    reached.valid_cols = std::min(reached.valid_cols, register_columns);
    within.operands[0] = &reached;
  }
  return run_reads(sheet.reads, within, device, [&](Inputs in) { return calculate(unit, in); });
}

}  // namespace assay::simulator
