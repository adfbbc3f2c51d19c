// SPDX-License-Identifier: Apache-2.0
// Parameters of loads and prints besides the data.
#pragma once

#include <cstdint>

#include "runners/simulator/core/region.hpp"

namespace assay::simulator {

/// The elements that a load puts outside the valid region.
struct Padding {
  std::uint64_t pattern;
};

/// A page of text: how much of a tile or of a batch of rows, and with which fences.
struct PrintedPart {
  Region region;
  bool fenced_cols, fenced_rows;
};

}  // namespace assay::simulator
