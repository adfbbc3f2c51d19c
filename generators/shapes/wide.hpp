// SPDX-License-Identifier: Apache-2.0
// The scenario of rows that take more repeats than fit in a byte (decision 202).
#pragma once

#include <string_view>

#include "reference/isa/call/call.hpp"
#include "reference/isa/spec/draw.hpp"

namespace assay::generators {

inline constexpr std::string_view wide_name = "long rows";

/// Gives every tile rows of a little more than 255 repeats of 256 bytes, up to three as far as they
/// have room; of what has them already other columns are valid.
void widen(Call& call, Draw& draw, std::string_view scenario);

/// Whether a valid row of the lead takes more than 255 repeats, and all tiles together fit in the
/// memories of the target: those that share memory in a scenario, once.
bool shows_wide(const Call& call, std::string_view scenario);

}  // namespace assay::generators
