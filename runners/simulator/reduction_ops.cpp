// SPDX-License-Identifier: Apache-2.0
// Rows or columns reduced to one value.
#include "runners/simulator/ops.hpp"

namespace assay::simulator {

std::span<const Entry> reduction_ops() { return {}; }

}  // namespace assay::simulator
