// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/core/lanes.hpp"

#include <vector>

namespace assay::simulator {

Region worked_region(const Request& request, const Hooks& hooks, const assay_operand& tile) {
  Region worked = valid_region_of(tile);
  hooks.region(request, tile, whole_of(tile), worked);
  return worked;
}

std::uint64_t read_lane(const Hooks& hooks, const Tile& tile, Region worked, Place place) {
  const std::int64_t col = hooks.column(tile.operand(), worked, place);
  return hooks.moved(tile.operand().element, tile.get(place.row, col));
}

void run_lanes(const Request& request, const Hooks& hooks,
               std::initializer_list<std::size_t> inputs, const Lane& lane) {
  const Region worked = worked_region(request, hooks, request[0]);
  Output dst(request, request[0], hooks);
  std::vector<Tile> tiles;
  for (const std::size_t input : inputs) tiles.emplace_back(request[input]);
  std::vector<std::uint64_t> lanes(tiles.size());
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      for (std::size_t i = 0; i < tiles.size(); ++i) {
        lanes[i] = read_lane(hooks, tiles[i], worked, {row, col});
      }
      const std::uint64_t result = lane(lanes);
      dst.put({row, col}, result, lanes);
      hooks.spent(request, tiles[0], {row, col}, result);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
