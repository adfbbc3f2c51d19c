// SPDX-License-Identifier: Apache-2.0
// Conversions of whole tiles.
#include "runners/simulator/conversion/conversion.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// Column of an element of a packed tile, as its half bytes are counted.
std::int64_t place(const Seams& seams, const assay_operand& tile, std::int64_t col) {
  return width_of(tile.element) == 4 ? seams.packed_column(tile, col) : col;
}

}  // namespace

void run_conversion(const Request& request, const Seams& seams) {
  const assay_operand& dst = request[0];
  Job job = job_of(request);
  seams.job(job);
  const Region worked = worked_region(request, seams, dst);
  Tile src(request[1]);
  Output output(request, dst, seams);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const std::uint64_t bits =
          read_lane(seams, src, worked, {row, place(seams, src.operand(), col)});
      output.put({row, place(seams, dst, col)}, convert_element(job, seams, bits), {&bits, 1});
    }
  }
  output.finish();
  seams.spent(request, src);
}

}  // namespace assay::simulator
