// SPDX-License-Identifier: Apache-2.0
// Calls without a valid element (decision 156).
#pragma once

#include <string_view>

#include "reference/isa/call/call.hpp"
#include "reference/isa/spec/draw.hpp"
#include "reference/isa/spec/op_spec.hpp"

namespace assay::generators {

inline constexpr std::string_view empty_name = "empty region";

/// Whether a form may have a valid region without elements: it has no view, since the conventions
/// require views, and the tiles that are moved to or from them, not to be empty.
bool may_be_empty(const Form& form);

/// Leaves every tile that is read or written without valid rows, without valid columns, or without
/// both: at run time alone, since types whose sizes say so are not legal.
void empty_tiles(Call& call, Draw& draw);

/// Whether the lead has no valid element. If constraints give it one, no page specifies a call with
/// other operands that are empty.
bool shows_empty(const Call& call);

}  // namespace assay::generators
