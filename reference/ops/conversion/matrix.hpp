// SPDX-License-Identifier: Apache-2.0
// The conversion matrix: which element types each target converts, and what the rounding policies
// are. Source: the page and the entry of the instruction, MODEL section 7; decisions 025 to 027.
#pragma once

#include <vector>

#include "reference/isa/types/element_type.hpp"
#include "reference/isa/types/function.hpp"
#include "reference/isa/types/target.hpp"

namespace assay::ops {

/// RoundMode and SaturationMode as a caller writes them, in the order of the enumerations.
enum class CastMode : std::uint8_t { none, rint, round, floor, ceil, trunc, odd };
enum class Saturation : std::uint8_t { on, off };

/// The rounding of a result. The last one, nearest with ties to the odd neighbour, is used only by
/// errata.
enum class Rounding : std::uint8_t {
  nearest_even,
  nearest_away,
  floor,
  ceil,
  toward_zero,
  odd,
  nearest_odd,
};

/// Source and destination of a conversion on a target.
struct Pair {
  Target target;
  ElementType from;
  ElementType to;
};

/// Source types of a target, and the types to which it converts one (nothing for other types). The
/// CPU has the pairs of both devices except those of elements of 4 bits (decision 027).
const std::vector<ElementType>& sources(Target target);
const std::vector<ElementType>& destinations(Target target, ElementType from);

/// How the pair is rounded for mode `asked`: by the given policy, whatever the target.
Rounding rounding_of(const Pair& pair, CastMode asked);

/// The pairs whose conversion without saturation the page defines through int32, for which A2A3
/// needs scratch space.
bool narrows_by_int32(const Pair& pair);

}  // namespace assay::ops
