// SPDX-License-Identifier: Apache-2.0
// The twist that every form has besides those of its page: many elements.
#pragma once

#include "generators/generate.hpp"
#include "reference/isa/draw.hpp"

namespace assay::generators {

/// From so many elements on implementations start threads, or loops around loops of repeats.
inline constexpr std::int64_t many_elements = 16384;

/// Makes the lead of a call large, and the tiles that have its shape. What is large already gets
/// another valid region alone.
void enlarge(Call& call, Draw& draw);

/// Whether the lead has so many elements.
bool shows_many(const Call& call);

}  // namespace assay::generators
