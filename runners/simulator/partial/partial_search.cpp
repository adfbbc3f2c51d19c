// SPDX-License-Identifier: Apache-2.0
// Selects one of two values where both tiles have one, with the index that it carries.
#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/partial/combined.hpp"
#include "runners/simulator/partial/partial.hpp"

namespace assay::simulator {
namespace {

enum : std::size_t { dst_value, first_value, second_value, dst_index, first_index, second_index };

/// Whether the value of the first source is taken where both have one.
bool is_first_ahead(const Request& request, const Combined& element) {
  const std::uint32_t type = request[dst_value].element;
  const double a = value_of(type, element.lanes[0]), b = value_of(type, element.lanes[1]);
  const bool ahead = request.row->smallest ? a < b : a > b;
  return ahead || (a == b && element.tie_to_first);
}

bool takes_first(const Request& request, const Combined& element) {
  return element.has[0] && (!element.has[1] || is_first_ahead(request, element));
}

}  // namespace

void run_partial_search(const Request& request, const Hooks& hooks) {
  const Region worked = worked_region(request, hooks, request[dst_value]);
  Output value(request, request[dst_value], hooks), index(request, request[dst_index], hooks);
  PartialSource first(request, hooks, request[first_value]);
  PartialSource second(request, hooks, request[second_value]);
  const Tile of_first(request[first_index]), of_second(request[second_index]);
  for (Place place{0, 0}; place.row < worked.rows; ++place.row) {
    for (place.col = 0; place.col < worked.cols; ++place.col) {
      Combined element = combined_at(request, hooks, first, second, place);
      element.indices = {read_lane(hooks, of_first, first.worked, place),
                         read_lane(hooks, of_second, second.worked, place)};
      hooks.combined(element);
      const std::size_t taken = takes_first(request, element) ? 0 : 1;
      value.put(place, element.lanes.at(taken), element.lanes);
      index.put(place, element.indices.at(taken), element.indices);
      hooks.spent(request, first.tile, place, element.lanes.at(taken));
    }
  }
  value.finish();
  index.finish();
}

}  // namespace assay::simulator
