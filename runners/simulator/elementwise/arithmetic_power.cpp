// SPDX-License-Identifier: Apache-2.0
// One lane of a power of floats.
#include <cmath>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"

namespace assay::simulator {

std::uint64_t float_power(const Unit& unit, Inputs in) {
  const long double base = value_of(unit.element, in[0]), exponent = value_of(unit.element, in[1]);
  return unit.rounded(encode(*float_format(unit.element), std::pow(base, exponent)));
}

}  // namespace assay::simulator
