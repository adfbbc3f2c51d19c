// SPDX-License-Identifier: Apache-2.0
// Selections between two tiles, or a tile and a value, by the bits of a mask.
#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/selection/selection_masks.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// The pattern for a lane whose bit is set or not.
using Chosen = std::function<std::uint64_t(bool set, Place place)>;

/// Writes operand 0 lane by lane; operand 1 is the mask.
void select(const Request& request, const Hooks& hooks, const Chosen& chosen) {
  const assay_operand& dst = request[0];
  const Region lanes = worked_region(request, hooks, dst);
  const MaskReader mask(request[1], hooks);
  Output output(request, dst, hooks);
  for (std::int64_t row = 0; row < lanes.rows; ++row) {
    for (std::int64_t col = 0; col < lanes.cols; ++col) {
      const Place place{row, col};
      const bool set = hooks.selected(request, mask, place, mask.bit(row, col));
      output.put(place, chosen(set, place));
    }
  }
  output.finish();
}

}  // namespace

void run_selection(const Request& request, const Hooks& hooks) {
  const Region lanes = worked_region(request, hooks, request[0]);
  Tile first(request[2]);
  const Tile second(request[3]);
  select(request, hooks, [&](bool set, Place place) {
    return read_lane(hooks, set ? first : second, lanes, place);
  });
  hooks.spent(request, first);
}

void run_selection_with_one(const Request& request, const Hooks& hooks) {
  const assay_operand& scalar = request[4];
  const std::uint32_t element = request[0].element;
  const Region lanes = worked_region(request, hooks, request[0]);
  Tile src(request[2]);
  const std::uint64_t other =
      hooks.moved(element, convert(scalar.element, scalar.scalar_bits, element).value_or(0));
  select(request, hooks,
         [&](bool set, Place place) { return set ? read_lane(hooks, src, lanes, place) : other; });
  hooks.spent(request, src);
}

}  // namespace assay::simulator
