// SPDX-License-Identifier: Apache-2.0
// Mutants: simulators with one small change each, made from a list of changes and a list of places,
// so that nobody chose them for what the suite looks at.
#pragma once

#include <span>
#include <string_view>

#include "runners/simulator/faults/faults.hpp"

namespace assay::simulator {

/// "CHANGE.PLACE": what happens to a result, and to which results: "lowest_bit.last_column"; and
/// "unchecked.N": the rule number N, from 0, that is looked at in a call is not checked. In a fixed
/// order.
std::span<const FaultInfo> mutants();

/// The mutant of a name, or null. "NAME.seen" is one that aborts the process instead of the change,
/// where that makes a difference: a suite that such a simulator passes never exercises NAME.
const FaultInfo* mutant_named(std::string_view name);

}  // namespace assay::simulator
