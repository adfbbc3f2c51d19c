// SPDX-License-Identifier: Apache-2.0
// Comparisons of a tile with a tile or with one value.
#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/selection/selection_relations.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// The one value on the right: a scalar, or the first element of a tile.
std::uint64_t one_value(const Request& request, const Hooks& hooks) {
  const assay_operand& right = request[2];
  const std::uint32_t element = request[1].element;
  const std::uint64_t bits = right.kind == ASSAY_TILE
                                 ? Tile(right).get(0, 0)
                                 : convert(right.element, right.scalar_bits, element).value_or(0);
  return hooks.moved(element, bits);
}

}  // namespace

void run_comparison_with_one(const Request& request, const Hooks& hooks) {
  const Region lanes = worked_region(request, hooks, request[1]);
  Tile left(request[1]);
  const std::uint64_t right = one_value(request, hooks);
  store_mask(request, hooks, lanes, [&](std::int64_t row, std::int64_t col) {
    const Place place{row, col};
    return compare(hooks, {request, asked(request), request[1].element, lanes, place},
                   read_lane(hooks, left, lanes, place), right);
  });
  hooks.spent(request, left);
}

void run_comparison(const Request& request, const Hooks& hooks) {
  const Region lanes = worked_region(request, hooks, request[1]);
  Tile left(request[1]);
  const Tile right(request[2]);
  store_mask(request, hooks, lanes, [&](std::int64_t row, std::int64_t col) {
    const Place place{row, col};
    return compare(hooks, {request, asked(request), request[1].element, lanes, place},
                   read_lane(hooks, left, lanes, place), read_lane(hooks, right, lanes, place));
  });
  hooks.spent(request, left);
}

}  // namespace assay::simulator
