// SPDX-License-Identifier: Apache-2.0
// Ones on one side of a diagonal, zeros on the other.
#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/rules/generation.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {

void run_triangle(const Request& request, const Hooks& hooks) {
  const assay_operand& dst = request[0];
  const auto diagonal = static_cast<std::int32_t>(
      hooks.scalar(request, request[1], ASSAY_I32, request[1].scalar_bits));
  const bool lower = attribute_or(request, triangle_side, "0") == "0";
  const std::uint64_t one = *convert(ASSAY_I32, 1, dst.element);
  const Region worked = worked_region(request, hooks, dst);
  Output output(request, dst, hooks);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      // How far the column is to the right of the diagonal.
      const std::int64_t ahead = col - row - diagonal;
      const bool inside = lower ? ahead <= 0 : ahead >= 0;
      output.put({row, col}, inside ? one : 0);
    }
  }
  output.finish();
}

}  // namespace assay::simulator
