// SPDX-License-Identifier: Apache-2.0
// The scenarios of calls in place (decision 165).
#pragma once

#include <string_view>

#include "reference/isa/call/call.hpp"
#include "reference/isa/types/target.hpp"

namespace assay::generators {

/// Whether a call of the form may be in place as the scenario requires; true for every other
/// one.
bool may_stand_in_place(const Form& form, Target target, std::string_view scenario);

/// Gives the output the type and the valid region of the input that it is to overlap.
void put_in_place(Call& call, std::string_view scenario);

/// Whether the call is in place as the scenario requires; true for every other scenario.
bool stands_in_place(const Call& call, std::string_view scenario);

}  // namespace assay::generators
