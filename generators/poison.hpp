// SPDX-License-Identifier: Apache-2.0
// Hostile contents for everything that a call must not read.
#pragma once

#include <array>
#include <vector>

#include "generators/generate.hpp"
#include "generators/values/pattern.hpp"

namespace assay::generators {

/// Patterns that show when they are read, for elements of even and of odd index. The first poison
/// is positive and large: it wins a maximum and swamps a sum. The second is negative, NaN where
/// there is one, and small for unsigned integers. They are never equal, and neighbouring elements
/// differ.
std::array<Pattern, 2> poison_patterns(ElementType type, Poison poison);

/// The same for calls whose page says that they read and print such elements: finite values of a
/// few digits.
std::array<Pattern, 2> printable_poison_patterns(ElementType type, Poison poison);

/// fill() where not all operands are wanted: the others may come out empty.
std::vector<ElementArray> fill_wanted(const Case& test, Poison poison,
                                      const std::vector<bool>& wanted);
/// fill() with the second poison; `first` is what it gives with the first.
std::vector<ElementArray> fill_again(const Case& test, const std::vector<ElementArray>& first);
/// The same with the first poison and with the second; what is no poison is made once.
std::array<std::vector<ElementArray>, 2> fill_both(const Case& test,
                                                   const std::vector<bool>& wanted);

}  // namespace assay::generators
