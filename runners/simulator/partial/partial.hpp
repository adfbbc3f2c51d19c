// SPDX-License-Identifier: Apache-2.0
// Functions of the rows of instructions that combine two tiles where both have an element.
#pragma once

#include "runners/simulator/rules/row.hpp"

namespace assay::simulator {

/// Of one pair of sources, by the row.
void run_partial(const Request& request, const Hooks& hooks);
/// Of values that carry an index; the smaller one by the row.
void run_partial_search(const Request& request, const Hooks& hooks);

}  // namespace assay::simulator
