// SPDX-License-Identifier: Apache-2.0
// Executes an instruction with a scalar by its row.
#include <vector>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/rules/scalar.hpp"
#include "runners/simulator/table/runs.hpp"
#include "runners/simulator/tile_scalar/tile_scalar.hpp"

namespace assay::simulator {
namespace {

void run_tiles(const Request& request, const Hooks& hooks, const ScalarArrangement& where,
               const Lane& lane) {
  if (where.count == 2) {
    return run_lanes(request, hooks, {where.sources[0], where.sources[1]}, lane);
  }
  run_lanes(request, hooks, {where.sources[0]}, lane);
}

}  // namespace

std::uint64_t passed(const Request& request, const Hooks& hooks, const assay_operand& scalar,
                     std::uint32_t element) {
  // A call that breaks a rule may come this far; its scalar does not matter then.
  const std::uint64_t bits = convert(scalar.element, scalar.scalar_bits, element).value_or(0);
  return hooks.moved(element, hooks.scalar(request, scalar, element, bits));
}

void run_with_scalar(const Request& request, const Hooks& hooks) {
  const ScalarArrangement where = *scalar_arrangement(request);
  const Unit unit{.machine = request.machine,
                  .element = request[0].element,
                  .refined = request.machine == Machine::a5 && request.form.ends_with("precise"),
                  .request = &request,
                  .hooks = &hooks};
  const Calculation calculate = calculation_of(request, unit.element);
  const std::uint64_t scalar = passed(request, hooks, request[where.scalar], unit.element);
  const auto behind = static_cast<std::ptrdiff_t>(where.scalar) - 1;
  std::vector<std::uint64_t> all;
  const Lane lane = [&](Inputs tiles) {
    all.assign(tiles.begin(), tiles.end());
    all.insert(all.begin() + behind, scalar);
    return unit.compute(calculate, all);
  };
  if (request.row->byte_pairs) return run_patterns(request, hooks, {1}, lane);
  run_tiles(request, hooks, where, lane);
}

}  // namespace assay::simulator
