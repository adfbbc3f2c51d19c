// SPDX-License-Identifier: Apache-2.0
// Bitwise logic, pattern by pattern.
#include "runners/simulator/table/runs.hpp"
#include "runners/simulator/tile_scalar/tile_scalar.hpp"

namespace assay::simulator {
namespace {

/// As the first generation makes it from the other three.
std::uint64_t differing_by_steps(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t scratch = a | b;
  return scratch & ~(a & b);
}

}  // namespace

void run_patterns(const Request& request, const Hooks& hooks,
                  std::initializer_list<std::size_t> inputs, const Lane& lane) {
  assay_operand reached = request[0];
  Request within = request;
  within.operands[0] = &reached;
  const bool pairs = request.machine == Machine::a2a3 && width_of(reached.element) == 8;
  if (pairs && reached.valid_cols < reached.cols) reached.valid_cols += reached.valid_cols % 2;
  run_lanes(within, hooks, inputs, lane);
}

void run_logic(const Request& request, const Hooks& hooks) {
  const Unit unit{request.machine, request[0].element, false, &request, &hooks};
  const Lane lane = [&](Inputs in) { return unit.compute(request.row->integer, in); };
  if (request.row->reads == Reads::one) return run_patterns(request, hooks, {1}, lane);
  run_patterns(request, hooks, {1, 2}, lane);
}

std::uint64_t logic_and(const Unit&, Inputs in) { return in[0] & in[1]; }

std::uint64_t logic_or(const Unit&, Inputs in) { return in[0] | in[1]; }

std::uint64_t logic_xor(const Unit& unit, Inputs in) {
  return unit.machine == Machine::a2a3 ? differing_by_steps(in[0], in[1]) : in[0] ^ in[1];
}

std::uint64_t logic_not(const Unit&, Inputs in) { return ~in[0]; }

}  // namespace assay::simulator
