// SPDX-License-Identifier: Apache-2.0
// The conversion matrix: which element types each target converts, and how each pair is rounded and
// saturated. Source: the entry of the instruction and MODEL section 7; decisions 025 to 027.
#pragma once

#include <vector>

#include "reference/isa/element_type.hpp"
#include "reference/isa/function.hpp"
#include "reference/isa/target.hpp"

namespace assay::ops {

/// RoundMode and SaturationMode as a caller writes them, in the order of the enumerations.
enum class CastMode : std::uint8_t { none, rint, round, floor, ceil, trunc, odd };
enum class Saturation : std::uint8_t { on, off };

/// What a result is rounded by. The last one is nearest with ties to the odd neighbour.
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

/// Source types of a target, and what it converts one of them to (nothing for other types). On the
/// CPU those whose arithmetic and place in memory are its own as the manual has them (decision
/// 027).
const std::vector<ElementType>& sources(Target target);
const std::vector<ElementType>& destinations(Target target, ElementType from);

/// How the pair is rounded when `asked`, the promised way first.
std::vector<Rounding> roundings(const Pair& pair, CastMode asked);

/// How the public CPU headers round instead.
Rounding rounding_of_cpu_headers(const Pair& pair, CastMode asked);

/// Saturation where the caller gives none.
Saturation usual_saturation(const Pair& pair);

/// The six pairs that do not saturate on devices unless asked to.
bool usually_wraps(const Pair& pair);

/// Pairs for which no control bit is set, so that what the unit was left with decides.
bool saturation_is_ambient(const Pair& pair);

}  // namespace assay::ops
