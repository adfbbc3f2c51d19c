// SPDX-License-Identifier: Apache-2.0
// Recipes of the scenarios that every form has.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "generators/recipe/recipe.hpp"

namespace assay::generators {

/// The recipe of a call of such a scenario; nothing if the form has none. One lead element is
/// enough.
std::optional<Recipe> common_recipe(std::string_view scenario, const OpSpec& op, const Form& form,
                                    Target target, ElementType lead, std::uint64_t turn = 0);

}  // namespace assay::generators
