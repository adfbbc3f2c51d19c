// SPDX-License-Identifier: Apache-2.0
// The elements of two tiles of which one may have more than the other.
#pragma once

#include <array>
#include <cstdint>

#include "runners/simulator/core/region.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/rules/request.hpp"

namespace assay::simulator {

/// A source, with the region that it counts in.
struct PartialSource {
  Tile tile;
  Region worked;

  PartialSource(const Request& request, const Hooks& hooks, const assay_operand& operand);

  bool has(Place place) const { return place.row < worked.rows && place.col < worked.cols; }
};

/// An element of a result, with those of both sources at its place.
struct Combined {
  const Request& request;
  Place place;
  std::array<bool, 2> has;               ///< whether a source has an element there
  std::array<std::uint64_t, 2> lanes;    ///< what lies there in its tile
  std::array<std::uint64_t, 2> indices;  ///< what lies there in that of its indices, if any
  bool tie_to_first;                     ///< which of equal values is taken

  bool is_lone() const { return has[0] != has[1]; }
};

/// Without indices.
Combined combined_at(const Request& request, const Hooks& hooks, const PartialSource& first,
                     const PartialSource& second, Place place);

}  // namespace assay::simulator
