// SPDX-License-Identifier: Apache-2.0
// Hostile contents for everything that a call must not read.
#pragma once

#include <array>
#include <cstdint>

#include "generators/values/pattern.hpp"

namespace assay::generators {

/// The two hostile fillings of everything that a call must not read: output tiles, scratch,
/// elements outside the valid region of inputs, gaps of global memory.
enum class Poison : std::uint8_t { first, second };

/// Patterns that show when they are read, for elements of even and of odd index. The first poison
/// is positive and large: it wins a maximum and swamps a sum. The second is negative, NaN where
/// there is one, and small for unsigned integers. They are never equal, and neighbouring elements
/// differ.
std::array<Pattern, 2> poison_patterns(ElementType type, Poison poison);

/// The same for calls whose page says that they read and print such elements: finite values of a
/// few digits.
std::array<Pattern, 2> printable_poison_patterns(ElementType type, Poison poison);

}  // namespace assay::generators
