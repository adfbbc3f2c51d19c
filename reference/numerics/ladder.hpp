// SPDX-License-Identifier: Apache-2.0
// The magnitudes of a floating-point format as a ladder: rung 0 is the smallest, neighbours differ
// by one. Private to this folder; every rule that differs between formats is here.
#pragma once

#include <cstdint>

#include "reference/isa/types/element_type.hpp"

namespace assay::numerics::ladder {

/// Rung of the largest finite magnitude. Infinity, where the format has one, is the next rung.
std::int64_t largest_rung(ElementType type);

/// Magnitude bits of a rung and back. Every format but HiFloat8 numbers its magnitudes in order.
std::uint64_t bits_of_rung(ElementType type, std::int64_t rung);
std::int64_t rung_of_bits(ElementType type, std::uint64_t magnitude_bits);

/// Exponent e of the lowest and of the highest binade [2^e, 2^(e+1)) with its own spacing.
int lowest_binade(ElementType type);
int highest_binade(ElementType type);

/// In binade e the format has the values n * 2^quantum, and that value is on rung `base + n`. Below
/// the lowest binade its quantum goes on. Beyond the highest the continuation has no upper end.
struct Binade {
  std::int64_t quantum;
  std::int64_t base;
};
Binade binade(ElementType type, std::int64_t exponent);

/// Magnitude of a finite rung: n * 2^quantum.
struct Scaled {
  std::uint64_t n;
  int quantum;
};
Scaled value_of_rung(ElementType type, std::int64_t rung);

}  // namespace assay::numerics::ladder
