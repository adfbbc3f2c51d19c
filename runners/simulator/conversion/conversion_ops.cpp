// SPDX-License-Identifier: Apache-2.0
// Conversions of whole tiles.
#include "runners/simulator/conversion/conversion.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// Column of an element of a packed tile, as its half bytes are counted.
std::int64_t place(const Hooks& hooks, const assay_operand& tile, std::int64_t col) {
  return width_of(tile.element) == 4 ? hooks.packed_column(tile, col) : col;
}

}  // namespace

void run_conversion(const Request& request, const Hooks& hooks) {
  const assay_operand& dst = request[0];
  Job job = job_of(request);
  hooks.job(job);
  const Region worked = worked_region(request, hooks, dst);
  Tile src(request[1]);
  Output output(request, dst, hooks);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const std::uint64_t bits =
          read_lane(hooks, src, worked, {row, place(hooks, src.operand(), col)});
      output.put({row, place(hooks, dst, col)}, convert_element(job, hooks, bits), {&bits, 1});
    }
  }
  output.finish();
  hooks.spent(request, src);
}

}  // namespace assay::simulator
