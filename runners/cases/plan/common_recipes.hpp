// SPDX-License-Identifier: Apache-2.0
// Recipes of the scenarios that every form has: calls in place, long rows, empty regions and more.
#pragma once

#include <vector>

#include "generators/generate.hpp"
#include "runners/cases/plan/rotation_span.hpp"

namespace assay::runners {

/// One page's form on one target.
struct Place {
  const OpSpec* op;
  const Form* form;
  Target target;
};

/// The common recipes of the form in these turns, each once, whatever else is selected. `leads` are
/// the element types that its lead operand may have.
std::vector<generators::Recipe> common_recipes(const Place& place,
                                               const std::vector<ElementType>& leads,
                                               const RotationSpan& turns);

}  // namespace assay::runners
