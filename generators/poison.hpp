// SPDX-License-Identifier: Apache-2.0
// Hostile contents for everything that a call must not read.
#pragma once

#include <cstdint>

#include "generators/generate.hpp"
#include "generators/hash.hpp"

namespace assay::generators {

/// A pattern that shows when it is read. The first poison is positive and large: it wins a maximum
/// and swamps a sum. The second is negative, NaN where there is one, and small for unsigned
/// integers. They are never equal, and neighbouring elements differ.
std::uint64_t poison_bits(ElementType type, Poison poison, const Counter& counter);

/// The same for calls whose page says that they read and print such elements: finite values of a
/// few digits.
std::uint64_t printable_poison_bits(ElementType type, Poison poison, const Counter& counter);

}  // namespace assay::generators
