// SPDX-License-Identifier: Apache-2.0
// The scaled tile added to what the destination holds.
#include <array>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/table/runs.hpp"
#include "runners/simulator/tile_scalar/tile_scalar.hpp"

namespace assay::simulator {
namespace {

/// in: element, scalar, what the destination held, in their own types.
std::uint64_t scaled_addition(const Unit& unit, Inputs in) {
  const std::uint32_t to = unit.element, from = (*unit.request)[1].element;
  if (is_integer(to)) return integer_accumulated(unit, in);
  const auto wide = [&](std::uint64_t bits) {
    return to == from ? bits : *convert(from, bits, to);
  };
  return float_accumulated(unit, std::array{wide(in[0]), wide(in[1]), in[2]});
}

}  // namespace

void run_scaled_addition(const Request& request, const Hooks& hooks) {
  const std::uint64_t scalar = passed(request, hooks, request[2], request[1].element);
  const Unit unit{request.machine, request[0].element, false, &request, &hooks};
  run_lanes(request, hooks, {1, 0}, [&](Inputs in) {
    return unit.compute(scaled_addition, std::array{in[0], scalar, in[1]});
  });
}

}  // namespace assay::simulator
