// SPDX-License-Identifier: Apache-2.0
// Numbers as a mode of the matrix unit has them.
#pragma once

#include <cmath>

namespace assay::simulator {

/// With ten bits of fraction, to nearest even.
inline double in_tf32(double value) {
  constexpr int fraction = 10;
  if (value == 0 || !std::isfinite(value)) return value;
  const double step = std::ldexp(1.0, std::ilogb(value) - fraction);
  return std::nearbyint(value / step) * step;
}

}  // namespace assay::simulator
