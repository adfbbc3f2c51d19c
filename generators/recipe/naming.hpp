// SPDX-License-Identifier: Apache-2.0
// Case names: OP/FORM/TARGET/DTYPES/SHAPE/VALID/PLAN[+TWIST]@KEY.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "generators/recipe/recipe.hpp"

namespace assay::generators {

/// The part of a name for a case on a shared signature; no scenario has this name.
inline constexpr std::string_view shared_signature_name = "guest";

/// The same of tiles of one type.
inline constexpr std::string_view alike_name = "alike";

/// Scenario names are words; a name of a case has no spaces.
std::string hyphenated(std::string text);

/// The element types in the name of a call, the lead first.
std::string spell_types(const Call& call);

/// Name of a call that was drawn for a recipe.
std::string spell(const Recipe& recipe, const Call& call, std::uint32_t key);

}  // namespace assay::generators
