// SPDX-License-Identifier: Apache-2.0
// A row or column of values spread over a tile.
#include "runners/simulator/ops.hpp"

namespace assay::simulator {

std::span<const Entry> expansion_ops() { return {}; }

}  // namespace assay::simulator
