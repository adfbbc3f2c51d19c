// SPDX-License-Identifier: Apache-2.0
// Mutants: simulators with one small change each, made from a list of changes and a list of places,
// so that they were not chosen for what the suite tests.
#pragma once

#include <span>
#include <string_view>

#include "runners/simulator/faults/faults.hpp"

namespace assay::simulator {

/// "CHANGE.PLACE": the change of a result, and the changed results:
/// "lowest_bit.last_column"; and "unchecked.N": rule number N of a call, from 0, is not
/// checked. In a fixed order.
std::span<const FaultInfo> mutants();

/// The mutant of a name, or null. "NAME.seen" is one that aborts the process instead of the change,
/// where that makes a difference: a suite that such a simulator passes never exercises NAME.
const FaultInfo* mutant_named(std::string_view name);

}  // namespace assay::simulator
