// SPDX-License-Identifier: Apache-2.0
// Cases from pages: structure drawn by construction, values from a counter-based generator.
#pragma once

// IWYU pragma: begin_exports
#include "generators/case_named.hpp"
#include "generators/common_recipe.hpp"
#include "generators/draw/common_scenarios.hpp"
#include "generators/draw/drawing.hpp"
#include "generators/draw/fill.hpp"
#include "generators/lint.hpp"
#include "generators/recipe/recipe.hpp"
#include "generators/recipes.hpp"
// IWYU pragma: end_exports
