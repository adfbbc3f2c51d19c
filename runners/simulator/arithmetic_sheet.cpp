// SPDX-License-Identifier: Apache-2.0
// Checks and executes an instruction of arithmetic by its sheet.
#include <algorithm>

#include "runners/simulator/arithmetic.hpp"
#include "runners/simulator/formats.hpp"
#include "runners/simulator/lanes.hpp"
#include "runners/simulator/rules/arithmetic.hpp"

namespace assay::simulator {
namespace {

constexpr std::int64_t register_columns = 64;

bool is_form(const ArithmeticRules& own, const Request& request) {
  const std::size_t tiles = 1 + own.sources() + (own.scratch ? 1 : 0);
  const bool known =
      request.form == "plain" || request.form == "precise" || request.form == "consuming";
  return known && request.operands.size() == tiles &&
         std::ranges::all_of(request.operands, [](const assay_operand* operand) {
           return operand->kind == static_cast<std::uint32_t>(ASSAY_TILE);
         });
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

Answer run_sheet(const Sheet& sheet, const Request& request, Device& device) {
  const ArithmeticRules& own = arithmetic_rules_of(sheet.op);
  if (!is_form(own, request)) return {ASSAY_UNSUPPORTED, "this form is not simulated"};
  Rules rules(request, device);
  arithmetic_rules(rules, request);
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
  if (device.has(Fault::tail_skipped)) {
    reached.valid_cols -= reached.valid_cols % (32 / size_of(reached.element));
    within.operands[0] = &reached;
  }
  return run_reads(own.reads, within, device, [&](Inputs in) { return calculate(unit, in); });
}

}  // namespace assay::simulator
