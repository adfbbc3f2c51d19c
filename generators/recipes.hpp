// SPDX-License-Identifier: Apache-2.0
// Which recipes pages have, and which keys their cases have.
#pragma once

#include <cstdint>
#include <vector>

#include "generators/recipe/recipe.hpp"

namespace assay::generators {

/// Element types the lead operand may have on a target, in the order of ElementType.
std::vector<ElementType> lead_elements(const Form& form, Target target);

/// All recipes of a form on a target with one lead element: every plan and scenario inside, every
/// reachable edge, every constraint that can be broken alone with that lead. The order is fixed.
/// Directed calls (scenarios, edges) take the plans in turn, the form's own first; `turn` selects
/// the plan of the first call, so that over as many turns as there are plans each call takes
/// each.
std::vector<Recipe> recipes(const OpSpec& op, const Form& form, Target target, ElementType lead,
                            std::uint64_t turn = 0);

/// recipes() of every form, target and lead element, in this order.
std::vector<Recipe> recipes(const OpSpec& op);

/// Cases from one index on that share the upper half of their keys, and so a signature.
inline constexpr std::uint64_t cases_of_a_signature = 16;

/// Key of case `index` of a recipe under a seed. The groups of a plain recipe go through the
/// signatures that the plans of its form share, as many as there are plans, then as many others.
/// Cases on a shared signature are numbered as those of the plain recipe.
std::uint32_t key_of(const Recipe& recipe, std::uint64_t seed, std::uint64_t index);

}  // namespace assay::generators
