// SPDX-License-Identifier: Apache-2.0
// TCONCAT: the columns of one tile behind those of another.
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {

void run_joining(const Request& request, const Seams& seams) {
  Output dst(request, request[0], seams);
  std::int64_t first = 0;
  for (std::size_t source = 1; source < 3; ++source) {
    const Region worked = worked_region(request, seams, request[source]);
    Tile src(request[source]);
    for (std::int64_t row = 0; row < worked.rows; ++row) {
      for (std::int64_t col = 0; col < worked.cols; ++col) {
        const Place to{row, first + col};
        Place from{row, col};
        seams.origin(request, to, from);
        const std::uint64_t bits =
            seams.moved(request[source].element, src.get(from.row, from.col));
        dst.put(to, bits, {&bits, 1});
        seams.spent(request, src, from, bits);
      }
    }
    first += request[source].valid_cols;
  }
  dst.finish();
}

}  // namespace assay::simulator
