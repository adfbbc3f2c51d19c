// SPDX-License-Identifier: Apache-2.0
// One lane of a power of floats.
#include <algorithm>
#include <cmath>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"

namespace assay::simulator {

namespace {

/// From there on every power is 0, 1 or infinite, and the exponent even. A known C library has
/// -infinity to the power of -2^63 infinite.
constexpr long double largest_exponent = 0x1p62L;

}  // namespace

std::uint64_t float_power(const Unit& unit, Inputs in) {
  const long double base = value_of(unit.element, in[0]), exponent = value_of(unit.element, in[1]);
  const long double power =
      std::pow(base, std::clamp(exponent, -largest_exponent, largest_exponent));
  return unit.rounded(encode(*float_format(unit.element), power));
}

}  // namespace assay::simulator
