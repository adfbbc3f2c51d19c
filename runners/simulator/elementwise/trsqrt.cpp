// SPDX-License-Identifier: Apache-2.0
// TRSQRT: reciprocal square root of every valid element.
#include <cmath>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

std::uint64_t root_of(FloatFormat format, double value) {
  // The library's root of a negative number reports an error, which takes ten times as long.
  if (value < 0) return quiet_nan(format);
  // The host's double divides and takes roots more precisely than either format can show.
  return encode(format, 1.0L / std::sqrt(static_cast<long double>(value)));
}

std::uint64_t result_of(const Hooks& hooks, std::uint32_t element, std::uint64_t bits) {
  const FloatFormat format = *float_format(element);
  const std::uint64_t seen = hooks.argument(element, bits);
  const std::uint64_t result =
      is_nan(format, seen) ? seen | quiet_nan(format) : root_of(format, value_of(element, seen));
  return hooks.rounded(element, result);
}

}  // namespace

void run_root(const Request& request, const Hooks& hooks) {
  const assay_operand& dst = request[0];
  const Region worked = worked_region(request, hooks, dst);
  Output output(request, dst, hooks);
  Tile src(request[1]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const Place place{row, col};
      const std::uint64_t bits = src.get(row, hooks.column(src.operand(), worked, place));
      const std::uint64_t result = result_of(hooks, dst.element, bits);
      output.put(place, result, {&bits, 1});
      hooks.spent(request, src, place, result);
    }
  }
  output.finish();
}

}  // namespace assay::simulator
