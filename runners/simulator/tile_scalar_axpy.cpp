// SPDX-License-Identifier: Apache-2.0
// The scaled tile added to what the destination holds.
#include "runners/simulator/tile_scalar.hpp"

namespace assay::simulator {
Answer run_taxpy(const Request& request, Device& device) {
  if (request.form != "plain" || !request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR})) {
    return no_such_form(request);
  }
  Rules rules(request, device);
  scaled_tile_rules(rules, request);
  const std::uint32_t to = request[0].element, from = request[1].element;
  const auto scalar = passed(device, request[2], from);
  rules.covered(scalar.has_value(), "this conversion of the scalar is not simulated");
  if (const auto answer = rules.stop()) return *answer;
  const Unit unit{request.machine, to, false, &device};
  const Unit source{request.machine, from, false, &device};
  const bool rounds_product = to != from && unit.on_cpu();
  return run_lanes(request, device, 0, {1, 0}, [&](auto in) {
    const std::uint64_t old = device.has(Fault::accumulator_ignored) ? 0 : in[1];
    if (is_integer(to)) return integer_accumulated(unit, std::array{in[0], *scalar, old});
    const auto wide = [&](std::uint64_t bits) {
      return to == from ? bits : *convert(from, bits, to);
    };
    if (rounds_product) {
      // The host multiplies half by half before it widens.
      const std::uint64_t product = float_product(source, std::array{in[0], *scalar});
      return float_sum(unit, std::array{wide(product), old});
    }
    return float_accumulated(unit, std::array{wide(in[0]), wide(*scalar), old});
  });
}

}  // namespace assay::simulator
