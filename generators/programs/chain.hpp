// SPDX-License-Identifier: Apache-2.0
// Programs that show a relation between values (reference/ops/relations.hpp).
#pragma once

#include <cstdint>

#include "generators/programs/programs.hpp"
#include "reference/ops/relations.hpp"

namespace assay::generators {

/// Whether every call of the chain exists on a target.
bool may_be_drawn(const Relation& relation, Target target);

/// The chain of the recipe's relation, with values of which every result is known to the bit.
/// Throws Unreachable where that does not work out for the key.
Program draw_chain(const ProgramRecipe& recipe, std::uint32_t key);

}  // namespace assay::generators
