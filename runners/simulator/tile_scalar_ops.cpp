// SPDX-License-Identifier: Apache-2.0
// Tile with scalar, and bitwise logic.
#include "runners/simulator/ops.hpp"

namespace assay::simulator {

std::span<const Entry> tile_scalar_ops() { return {}; }

}  // namespace assay::simulator
