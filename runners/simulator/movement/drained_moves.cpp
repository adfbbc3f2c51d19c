// SPDX-License-Identifier: Apache-2.0
// An accumulator, or a window of it, goes to another tile.
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/movement/quantiser.hpp"
#include "runners/simulator/rules/drain.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// dst is filled from the place `corner` of src on.
void run_from(const Request& request, const Seams& seams, Corner corner) {
  const Region worked = worked_region(request, seams, request[0]);
  const Draining drain(request, seams);
  Output dst(request, request[0], seams);
  Tile src(request[1]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const Place source{row + corner.row, col + corner.col};
      const Drained one = drain(source, src.get(source.row, source.col));
      dst.put({row, col}, one.bits, one.inputs());
      seams.spent(request, src, source, one.bits);
    }
  }
  dst.finish();
}

}  // namespace

void run_quantised_move(const Request& request, const Seams& seams) {
  run_from(request, seams, {0, 0});
}

void run_quantised_extraction(const Request& request, const Seams& seams) {
  run_from(request, seams, corner_of(request));
}

void run_quantised_insertion(const Request& request, const Seams& seams) {
  const Region worked = worked_region(request, seams, request[1]);
  const Corner corner = corner_of(request);
  const Draining drain(request, seams);
  Output dst(request, request[0], seams);
  Tile src(request[1]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const Drained one = drain({row, col}, src.get(row, col));
      dst.put({row + corner.row, col + corner.col}, one.bits, one.inputs());
      seams.spent(request, src, {row, col}, one.bits);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
