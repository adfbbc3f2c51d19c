// SPDX-License-Identifier: Apache-2.0
// Cases by name.
#pragma once

#include <span>
#include <stdexcept>
#include <string_view>

#include "generators/recipe/recipe.hpp"
#include "reference/isa/case/case.hpp"

namespace assay::generators {

/// A case from its readable name, OP/FORM/TARGET/DTYPES/SHAPE/VALID/PLAN[+TWIST]@KEY, or that of a
/// tile of an enumeration (Enumeration).
/// Throws BadName with a sentence that says which part is wrong.
Case case_named(std::string_view name);

/// The same among given pages.
Case case_named(std::string_view name, std::span<const OpSpec> pages);

/// The recipe that the case of a name is drawn by. Throws BadName; a tile of an enumeration has
/// none.
Recipe recipe_named(std::string_view name);

class BadName : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

}  // namespace assay::generators
