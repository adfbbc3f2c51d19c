// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/partial/partial.hpp"

#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"
#include "runners/simulator/partial/combined.hpp"

namespace assay::simulator {
namespace {

std::uint64_t result_of(const Unit& unit, Calculation calculate, const Combined& element) {
  if (element.has[0] && element.has[1]) return unit.compute(calculate, element.lanes);
  if (element.has[0]) return element.lanes[0];
  return element.has[1] ? element.lanes[1] : 0;
}

}  // namespace

void run_partial(const Request& request, const Hooks& hooks) {
  const Unit unit{.machine = request.machine,
                  .element = request[0].element,
                  .refined = false,
                  .request = &request,
                  .hooks = &hooks};
  const Calculation calculate = calculation_of(request, unit.element);
  const Region worked = worked_region(request, hooks, request[0]);
  Output dst(request, request[0], hooks);
  PartialSource first(request, hooks, request[1]), second(request, hooks, request[2]);
  for (Place place{0, 0}; place.row < worked.rows; ++place.row) {
    for (place.col = 0; place.col < worked.cols; ++place.col) {
      Combined element = combined_at(request, hooks, first, second, place);
      hooks.combined(element);
      const std::uint64_t result = result_of(unit, calculate, element);
      dst.put(place, result, element.lanes);
      hooks.spent(request, first.tile, place, result);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
