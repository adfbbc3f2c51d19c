// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/reduction/expansion.hpp"

#include <array>
#include <optional>

#include "runners/simulator/core/lanes.hpp"

namespace assay::simulator {
namespace {

Place met(const Spreading& spreading) {
  const Place& lane = spreading.lane;
  switch (spreading.how) {
    case Spread::one_per_row:
      return {lane.row, 0};
    case Spread::block_per_row:
      return {lane.row, lane.col % spreading.block};
    case Spread::row:
      return {0, lane.col};
  }
  return lane;
}

}  // namespace

void run_spread(const SpreadTiles& tiles, Calculation calculate, const Unit& unit) {
  const Request& request = *unit.request;
  const Hooks& hooks = *unit.hooks;
  const Region worked = worked_region(request, hooks, request[0]);
  Output dst(request, request[0], hooks);
  Tile few(request[static_cast<std::size_t>(tiles.spread)]);
  std::optional<Tile> many;
  if (tiles.full > 0) many.emplace(request[static_cast<std::size_t>(tiles.full)]);
  const std::int64_t block = 32 / size_of(few.operand().element);
  const bool spread_first = !many || tiles.spread < tiles.full;
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const Spreading spreading{tiles.how, block, {row, col}, request, few.operand()};
      Place place = met(spreading);
      hooks.met(spreading, place);
      const std::uint64_t one = hooks.moved(few.operand().element, few.get(place.row, place.col));
      const std::uint64_t other = many ? read_lane(hooks, *many, worked, {row, col}) : one;
      const std::array<std::uint64_t, 2> in{spread_first ? one : other, spread_first ? other : one};
      const std::uint64_t result = unit.compute(calculate, in);
      dst.put({row, col}, result, in);
      hooks.spent(request, many ? *many : few, {row, many ? col : 0}, result);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
