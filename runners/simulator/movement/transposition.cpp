// SPDX-License-Identifier: Apache-2.0
// TTRANS: rows become columns.
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {

void run_transposition(const Request& request, const Seams& seams) {
  const Region worked = worked_region(request, seams, request[1]);
  Output dst(request, request[0], seams);
  Tile src(request[1]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      Place from{row, col};
      seams.origin(request, {col, row}, from);
      const std::uint64_t bits = read_lane(seams, src, worked, from);
      dst.put({col, row}, bits, {&bits, 1});
      seams.spent(request, src, from, bits);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
