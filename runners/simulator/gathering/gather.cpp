// SPDX-License-Identifier: Apache-2.0
// Elements from where another tile says.
#include <array>

#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/gathering.hpp"

namespace assay::simulator {

void run_byte_gather(const Request& request, const Hooks& hooks) {
  const Region worked = worked_region(request, hooks, request[0]);
  Output dst(request, request[0], hooks);
  Tile src(request[1]);
  const Tile offsets(request[2]);
  const std::int64_t size = size_of(request[1].element);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const std::uint64_t bytes = offsets.get(row, col);
      const std::int64_t element = static_cast<std::int64_t>(bytes) / size;
      Place from{element / request[1].cols, element % request[1].cols};
      hooks.origin(request, {row, col}, from);
      const std::array<std::uint64_t, 2> in{
          hooks.moved(request[1].element, src.get(from.row, from.col)), bytes};
      dst.put({row, col}, in[0], in);
    }
  }
  dst.finish();
  hooks.spent(request, src);
}

}  // namespace assay::simulator
