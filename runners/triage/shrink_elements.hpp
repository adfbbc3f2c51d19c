// SPDX-License-Identifier: Apache-2.0
// Fewer and simpler inputs of a failing case.
#pragma once

#include <vector>

#include "generators/shrink/smaller.hpp"
#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

class ShrinkProbe;

/// Sets inputs to a neutral value as long as the case still fails, and returns those that stay:
/// none of them can be neutral, unless the budget ran out.
std::vector<generators::Cell> shrink_elements(StoredCase& best, ShrinkProbe& probe);

/// How many inputs of a shrunk case are not neutral, as shrink_elements() left it.
std::size_t relevant_elements(const StoredCase& shrunk);

/// Simplifies the bits of those inputs.
void shrink_bits(StoredCase& best, const std::vector<generators::Cell>& cells, ShrinkProbe& probe);

}  // namespace assay::runners
