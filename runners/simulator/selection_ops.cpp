// SPDX-License-Identifier: Apache-2.0
// Compare, select, convert.
#include "runners/simulator/ops.hpp"

namespace assay::simulator {

std::span<const Entry> selection_ops() { return {}; }

}  // namespace assay::simulator
