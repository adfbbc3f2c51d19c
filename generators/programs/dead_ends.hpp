// SPDX-License-Identifier: Apache-2.0
// Draws of calls that lead nowhere, known before they are made: of what programs draw, most is
// thrown away.
#pragma once

#include "reference/isa/spec/op_spec.hpp"

namespace assay::generators {

/// False if no legal call of the form has a lead of this element type, by a constraint on nothing
/// but the element type of the lead ("src.element" of a lead "src"). True means unknown.
bool may_lead(const Form& form, Target target, ElementType element);

}  // namespace assay::generators
