// SPDX-License-Identifier: Apache-2.0
// Searches along rows.
#pragma once

#include "runners/simulator/checks.hpp"
#include "runners/simulator/faults.hpp"

namespace assay::simulator {

/// Column of the greatest or (by the name of the instruction) smallest element of every row:
/// "index", and "value_index" with that element.
Answer run_row_search(const Request& request, Device& device);

}  // namespace assay::simulator
