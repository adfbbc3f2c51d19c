// SPDX-License-Identifier: Apache-2.0
// What loads and prints decide besides the data.
#pragma once

#include <cstdint>

#include "runners/simulator/core/region.hpp"

namespace assay::simulator {

/// What a load puts outside the valid region.
struct Padding {
  std::uint64_t pattern;
};

/// A page of text: how much of a tile or of a batch of rows, and with which fences.
struct PrintedPart {
  Region region;
  bool fenced_cols, fenced_rows;
};

}  // namespace assay::simulator
