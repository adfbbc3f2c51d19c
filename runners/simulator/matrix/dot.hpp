// SPDX-License-Identifier: Apache-2.0
// One element of a matrix product before it is summed.
#pragma once

#include <cstdint>

#include "runners/simulator/core/region.hpp"
#include "runners/simulator/rules/request.hpp"

namespace assay::simulator {

struct Dot {
  const Request& request;
  Place place;                ///< of the result
  std::int64_t count;         ///< factors that are read: K
  std::int64_t right_column;  ///< of the right tile
  std::int64_t block;         ///< elements of K in a box of the left tile
  Place start_at;             ///< which element of the accumulator, or of the biases, is added
  bool from_result = false;   ///< the accumulator is what the result held
  bool starts = false;        ///< whether one is
  bool rounds_start = false;  ///< whether it is rounded as factors are
  int kept = 64;              ///< bits of fraction that a partial sum keeps

  // For factors with scales.
  std::int64_t group = 32;     ///< elements of K with one scale
  std::int64_t scale_row = 0;  ///< of the scales of the left tile
  bool scales_left = true;     ///< whether they count
  bool scales_right = true;    ///< whether those of the right tile do
  bool first_scales = false;   ///< whether all groups have those of the first one
};

}  // namespace assay::simulator
