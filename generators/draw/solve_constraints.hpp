// SPDX-License-Identifier: Apache-2.0
// From a random call to one that keeps every constraint, or every constraint but one.
#pragma once

#include <string>
#include <vector>

#include "reference/isa/call/call.hpp"
#include "reference/isa/spec/constraint.hpp"
#include "reference/isa/spec/draw.hpp"
#include "reference/isa/spec/op_spec.hpp"

namespace assay::generators {

/// The constraint of a name that applies on a target, or null.
const Constraint* constraint_of(const Form& form, Target target, std::string_view name);

/// Imposes constraints until all hold that apply to the call, except `broken` (may be null), which
/// is left alone. Tiles and views are kept sensible between rounds, unless that would repair
/// `broken`. False if the constraints do not converge.
bool solve_constraints(Call& call, Draw& draw, const Constraint* broken);

/// True where all constraints that apply hold, except that `broken`, if any, does not; and, for a
/// legal call, all tiles and views make sense.
bool fulfils(const Call& call, const Constraint* broken);

/// Names of the constraints that apply and do not hold.
std::vector<std::string> violated(const Call& call);

}  // namespace assay::generators
