// SPDX-License-Identifier: Apache-2.0
// From a random call to one that does what a recipe intends: keeps every constraint, is at an edge,
// or breaks one constraint alone.
#pragma once

#include <functional>

#include "generators/draw/choices.hpp"
#include "generators/recipe/recipe.hpp"

namespace assay::generators {

/// Moves a random call until all constraints hold, and from there to the recipe's intent, with the
/// recipe's element type for the lead. False where that does not succeed.
bool reach_intent(Call& call, const Recipe& recipe, Choices& choices);

/// The same for a call that had reached its intent before its launch was drawn again.
bool keep_intent(Call& call, const Recipe& recipe, Choices& choices);

using EdgeStep = std::function<bool(Call&)>;

/// Takes `step` to the edge of a constraint and settles all others, alternately, until the call is
/// at the edge and keeps all constraints but `broken` (may be null). `step` comes last, so that the
/// result is at the edge after the other constraints were imposed.
bool reach_edge(Call& call, const Constraint* broken, const EdgeStep& step, Draw& draw);

}  // namespace assay::generators
