// SPDX-License-Identifier: Apache-2.0
// Instructions that combine two tiles where both have an element, and copy one elsewhere.
#pragma once

#include <array>
#include <cstdint>

#include "runners/simulator/core/region.hpp"
#include "runners/simulator/rules/row.hpp"

namespace assay::simulator {

/// An element of a result, with those of both sources at its place.
struct Combined {
  const Request& request;
  Place place;
  std::array<bool, 2> has;             ///< whether a source has an element there
  std::array<std::uint64_t, 2> lanes;  ///< what lies there in its tile

  bool is_lone() const { return has[0] != has[1]; }
};

/// Of one pair of sources, by the row.
void run_partial(const Request& request, const Hooks& hooks);

}  // namespace assay::simulator
