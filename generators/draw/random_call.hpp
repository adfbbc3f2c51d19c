// SPDX-License-Identifier: Apache-2.0
// A call drawn at random for a recipe, before any constraint is imposed.
#pragma once

#include "generators/recipe/recipe.hpp"
#include "reference/isa/spec/draw.hpp"

namespace assay::generators {

/// Operands and attributes for every role of the recipe's form. Operands mostly start like the
/// lead, so that constraints which couple them have little to do.
Call random_call(const Recipe& recipe, Draw& draw);

/// Gives the first attribute its value, and the tiles that are written their PadValue, by a number
/// that counts, so that each value occurs with each lead element.
void count_off(Call& call, const Recipe& recipe, Draw& draw, std::size_t turn);

/// Draws valid regions, dynamic shapes and strides, bases and scalars again. Later attempts change
/// less: some operands, in the end scalars alone.
void redraw_launch(Call& call, const Recipe& recipe, Draw& draw, int attempt,
                   std::optional<std::size_t> special = {});

}  // namespace assay::generators
