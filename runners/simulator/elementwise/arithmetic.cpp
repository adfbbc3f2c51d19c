// SPDX-License-Identifier: Apache-2.0
// Executes instructions of arithmetic by their rows.
#include "runners/simulator/elementwise/arithmetic.hpp"

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

void run_reads(Reads reads, const Request& request, const Hooks& hooks, const Lane& lane) {
  switch (reads) {
    case Reads::one:
      return run_lanes(request, hooks, {1}, lane);
    case Reads::two:
      return run_lanes(request, hooks, {1, 2}, lane);
    case Reads::three:
      return run_lanes(request, hooks, {1, 2, 3}, lane);
    case Reads::two_and_old:
      return run_lanes(request, hooks, {1, 2, 0}, lane);
  }
}

}  // namespace

Calculation calculation_of(const Request& request, std::uint32_t element) {
  return is_integer(element) ? request.row->integer : request.row->floating;
}

void run_arithmetic(const Request& request, const Hooks& hooks) {
  const Unit unit{.machine = request.machine,
                  .element = request[0].element,
                  .refined = request.machine == Machine::a5 && request.form == "precise",
                  .request = &request,
                  .hooks = &hooks};
  const Calculation calculate = calculation_of(request, unit.element);
  run_reads(request.row->reads, request, hooks,
            [&](Inputs in) { return unit.compute(calculate, in); });
}

}  // namespace assay::simulator
