// SPDX-License-Identifier: Apache-2.0
// Bitwise logic, pattern by pattern.
#include <algorithm>

#include "runners/simulator/rules/logic.hpp"
#include "runners/simulator/tile_scalar.hpp"

namespace assay::simulator {
namespace {

using Logic = std::uint64_t (*)(std::uint64_t, std::uint64_t);

std::uint64_t both(std::uint64_t a, std::uint64_t b) { return a & b; }
std::uint64_t any(std::uint64_t a, std::uint64_t b) { return a | b; }
std::uint64_t differing(std::uint64_t a, std::uint64_t b) { return a ^ b; }
/// As the first generation makes it from the other three.
std::uint64_t differing_by_steps(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t scratch = a | b;
  return scratch & ~(a & b);
}

Answer run_pairs(const Request& request, Device& device, Logic logic) {
  return run_patterns(request, device, {1, 2}, [logic](auto in) { return logic(in[0], in[1]); });
}

Answer run_plain(const Request& request, Device& device, Logic logic) {
  if (request.form != "plain" || !request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})) {
    return no_such_form(request);
  }
  Rules rules(request, device);
  pair_logic_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  return run_pairs(request, device, logic);
}

}  // namespace

Answer run_patterns(const Request& request, Device& device,
                    std::initializer_list<std::size_t> inputs, const Lane& lane) {
  assay_operand reached = request[0];
  Request within = request;
  within.operands[0] = &reached;
  const bool pairs = request.machine == Machine::a2a3 && width_of(reached.element) == 8;
  if (pairs && reached.valid_cols < reached.cols) reached.valid_cols += reached.valid_cols % 2;
  if (device.has(Fault::valid_sizes_swapped)) {
    const std::int64_t rows = std::min(reached.valid_cols, reached.rows);
    reached.valid_cols = std::min(reached.valid_rows, reached.cols);
    reached.valid_rows = rows;
  }
  return run_lanes(within, device, 0, inputs, lane);
}

std::uint64_t logic_and(const Unit&, Inputs in) { return both(in[0], in[1]); }

std::uint64_t logic_or(const Unit&, Inputs in) { return any(in[0], in[1]); }

std::uint64_t logic_xor(const Unit& unit, Inputs in) {
  const bool steps = unit.machine == Machine::a2a3;
  return steps ? differing_by_steps(in[0], in[1]) : differing(in[0], in[1]);
}

Answer run_tand(const Request& request, Device& device) { return run_plain(request, device, both); }

Answer run_tor(const Request& request, Device& device) { return run_plain(request, device, any); }

Answer run_txor(const Request& request, Device& device) {
  if (request.form != "tmp" || !request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})) {
    return no_such_form(request);
  }
  const bool steps = request.machine == Machine::a2a3;
  Rules rules(request, device);
  exclusive_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  return run_pairs(request, device, steps ? differing_by_steps : differing);
}

Answer run_tnot(const Request& request, Device& device) {
  if (request.form != "plain" || !request.takes({ASSAY_TILE, ASSAY_TILE})) {
    return no_such_form(request);
  }
  Rules rules(request, device);
  complement_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  return run_patterns(request, device, {1}, [](auto in) { return ~in[0]; });
}

}  // namespace assay::simulator
