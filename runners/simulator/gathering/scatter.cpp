// SPDX-License-Identifier: Apache-2.0
// TSCATTER: elements to where another tile, or a pattern, says.
#include <array>

#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/gathering.hpp"

namespace assay::simulator {
namespace {

void clear(const Request& request, Output& dst) {
  for (std::int64_t row = 0; row < request[0].rows; ++row) {
    for (std::int64_t col = 0; col < request[0].cols; ++col) dst.tile().set(row, col, 0);
  }
}

void scatter_by_index(const Request& request, const Hooks& hooks, Output& dst) {
  const Region worked = worked_region(request, hooks, request[1]);
  Tile src(request[1]);
  const Tile indices(request[2]);
  const std::int64_t pitch = request[0].cols;
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const auto index = static_cast<std::int64_t>(indices.get(row, col));
      Place to{index / pitch, index % pitch};
      hooks.origin(request, {row, col}, to);
      const std::uint64_t bits = hooks.moved(request[1].element, src.get(row, col));
      dst.put(to, bits, {&bits, 1});
    }
  }
}

void scatter_by_mask(const Request& request, const Hooks& hooks, Output& dst,
                     const MaskLanes& lanes) {
  const Region worked = worked_region(request, hooks, request[1]);
  Tile src(request[1]);
  const bool down = request.attribute("ScatterAxis") == "SCATTER_COL";
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      Place to{row, col};
      std::int64_t& along = down ? to.row : to.col;
      along = along * lanes.count + lanes.set;
      hooks.origin(request, {row, col}, to);
      const std::uint64_t bits = hooks.moved(request[1].element, src.get(row, col));
      dst.put(to, bits, {&bits, 1});
    }
  }
}

}  // namespace

void run_scatter(const Request& request, const Hooks& hooks) {
  const MaskLanes lanes = mask_lanes(request.attribute("MaskPattern"));
  Output dst(request, request[0], hooks);
  if (request.form == "index") {
    clear(request, dst);
    scatter_by_index(request, hooks, dst);
  } else {
    if (lanes.count > 1) clear(request, dst);
    scatter_by_mask(request, hooks, dst, lanes);
  }
  dst.finish();
}

}  // namespace assay::simulator
