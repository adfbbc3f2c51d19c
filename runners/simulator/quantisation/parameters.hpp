// SPDX-License-Identifier: Apache-2.0
// Parameters of rows.
#pragma once

#include <cstdint>

#include "runners/simulator/core/walk.hpp"

namespace assay::simulator {

/// The parameter for a lane; those of one row lie in one column or several.
std::uint64_t parameter_at(const Request& request, const Hooks& hooks, const Tile& tile,
                           Place lane);

}  // namespace assay::simulator
