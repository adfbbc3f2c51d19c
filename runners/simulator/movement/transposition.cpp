// SPDX-License-Identifier: Apache-2.0
// TTRANS: rows become columns.
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {

void run_transposition(const Request& request, const Hooks& hooks) {
  const Region worked = worked_region(request, hooks, request[1]);
  Output dst(request, request[0], hooks);
  Tile src(request[1]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      Place from{row, col};
      hooks.origin(request, {col, row}, from);
      const std::uint64_t bits = read_lane(hooks, src, worked, from);
      dst.put({col, row}, bits, {&bits, 1});
      hooks.spent(request, src, from, bits);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
