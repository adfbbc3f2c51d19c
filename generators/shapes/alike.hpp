// SPDX-License-Identifier: Apache-2.0
// Calls whose tiles have one Tile type (Recipe::alike, decision 208).
#pragma once

#include "reference/isa/call/call.hpp"

namespace assay::generators {

/// Gives every tile, scratch tiles included, the Tile type of the lead operand, or of the first
/// tile if the lead is none. Element types and locations stay; the PadValue is that of the first
/// output. Other requirements of the form have to be imposed afterwards.
void unify_tile_types(Call& call);

}  // namespace assay::generators
