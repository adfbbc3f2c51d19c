// SPDX-License-Identifier: Apache-2.0
// Case names: OP/FORM/TARGET/DTYPES/SHAPE/VALID/PLAN[+TWIST]@KEY.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "generators/generate.hpp"

namespace assay::generators {

/// Name of a call that was drawn for a recipe.
std::string spell(const Recipe& recipe, const Call& call, std::uint32_t key);

/// case_named() among given pages.
Case case_named(std::string_view name, std::span<const OpSpec> pages);

/// The recipe that the case of a name is drawn by. Throws BadName as case_named() does.
Recipe recipe_named(std::string_view name, std::span<const OpSpec> pages);

}  // namespace assay::generators
