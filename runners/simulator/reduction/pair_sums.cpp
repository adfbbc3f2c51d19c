// SPDX-License-Identifier: Apache-2.0
// TPAIRREDUCESUM: neighbours of a row are added, the sums are stored one after the other.
#include <array>

#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {

void run_pair_sums(const Request& request, const Hooks& hooks) {
  const Region worked = worked_region(request, hooks, request[0]);
  const Unit unit{request.machine, request[0].element, false, &request, &hooks};
  const Calculation add = calculation_of(request, unit.element);
  Output dst(request, request[0], hooks);
  Tile src(request[1]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    std::int64_t sums = 0;
    for (std::int64_t left = worked.cols, at = 0; left > 0; left -= 2, at += 2) {
      Place first{row, at};
      hooks.origin(request, {row, sums}, first);
      const auto read = [&](std::int64_t col) {
        return hooks.moved(unit.element, src.get(first.row, col));
      };
      const std::array<std::uint64_t, 2> pair{read(first.col), left > 1 ? read(first.col + 1) : 0};
      dst.put({row, sums++}, unit.compute(add, pair), pair);
    }
    while (sums < worked.cols) dst.put({row, sums++}, 0);
  }
  dst.finish();
}

}  // namespace assay::simulator
