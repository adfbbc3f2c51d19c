// SPDX-License-Identifier: Apache-2.0
// Bitwise logic, pattern by pattern.
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

void logic_rules(Rules& rules, const Request& request, std::size_t sources) {
  const assay_operand& dst = request[0];
  for (std::size_t i = 0; i <= sources; ++i) {
    vector_tile(rules, request, request[i]);
    rules.type(request[i].element == dst.element, "one element type for all tiles");
    same_region(rules, request[i], dst);
  }
  rules.type(request.on_device() ? is_integer_to_32(dst.element) : is_integer_to_64(dst.element),
             "this element type has no bitwise logic");
}

Answer run_pairs(const Request& request, Device& device, Logic logic) {
  return run_patterns(request, device, {1, 2}, [logic](auto in) { return logic(in[0], in[1]); });
}

Answer run_plain(const Request& request, Device& device, Logic logic) {
  if (request.form != "plain" || !request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})) {
    return no_such_form(request);
  }
  Rules rules(request, device);
  logic_rules(rules, request, 2);
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
  logic_rules(rules, request, 2);
  rules.tile(request[3]);
  if (steps) {
    vector_tile(rules, request, request[3]);
    rules.type(request[3].element == request[0].element, "one element type for all tiles");
    same_region(rules, request[3], request[0]);
  }
  if (const auto answer = rules.stop()) return *answer;
  return run_pairs(request, device, steps ? differing_by_steps : differing);
}

Answer run_tnot(const Request& request, Device& device) {
  if (request.form != "plain" || !request.takes({ASSAY_TILE, ASSAY_TILE})) {
    return no_such_form(request);
  }
  Rules rules(request, device);
  logic_rules(rules, request, 1);
  if (const auto answer = rules.stop()) return *answer;
  return run_patterns(request, device, {1}, [](auto in) { return ~in[0]; });
}

}  // namespace assay::simulator
