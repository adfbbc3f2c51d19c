// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/partial/combined.hpp"

#include "runners/simulator/core/lanes.hpp"

namespace assay::simulator {

PartialSource::PartialSource(const Request& request, const Hooks& hooks,
                             const assay_operand& operand)
    : tile(operand), worked(worked_region(request, hooks, operand)) {}

Combined combined_at(const Request& request, const Hooks& hooks, const PartialSource& first,
                     const PartialSource& second, Place place) {
  return {.request = request,
          .place = place,
          .has = {first.has(place), second.has(place)},
          .lanes = {read_lane(hooks, first.tile, first.worked, place),
                    read_lane(hooks, second.tile, second.worked, place)},
          .indices = {},
          .tie_to_first = false};
}

}  // namespace assay::simulator
