// SPDX-License-Identifier: Apache-2.0
// One lane of a power: by logarithm and exponential on devices, by the host's function on the CPU.
#include <cmath>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"

namespace assay::simulator {
namespace {

/// exp(e ln b) in float, each step rounded.
float by_logarithm(float base, float exponent) {
  const auto logarithm = static_cast<float>(std::log(static_cast<double>(base)));
  const float product = exponent * logarithm;
  return static_cast<float>(std::exp(static_cast<double>(product)));
}

bool is_whole(float x) { return std::isfinite(x) && std::floor(x) == x; }

bool is_odd(float x) { return is_whole(x) && x - 2.0F * std::floor(0.5F * x) == 1.0F; }

float power_of_a5(float base, float exponent) {
  if (exponent == 0.0F || base == 1.0F) return 1.0F;
  if (std::isnan(base) || std::isnan(exponent)) return std::nanf("");
  if (base == 0.0F || std::isinf(base)) {
    const float size = (base == 0.0F) == (exponent > 0.0F) ? 0.0F : INFINITY;
    return is_odd(exponent) ? std::copysign(size, base) : size;
  }
  const float size = by_logarithm(std::fabs(base), exponent);
  if (base > 0.0F) return size;
  if (std::isinf(exponent)) return base == -1.0F ? 1.0F : size;
  if (!is_whole(exponent)) return std::nanf("");
  return is_odd(exponent) ? -size : size;
}

/// Parity by a conversion to int, which saturates.
bool is_odd_int(float x) {
  if (x >= 0x1p31F) return true;
  return x > -0x1p31F && static_cast<int>(x) % 2 != 0;
}

float power_of_a2a3(float base, float exponent) {
  if (exponent == 0.0F) return 1.0F;
  if (base == 0.0F) return exponent > 0.0F ? 0.0F : INFINITY;
  if (base == -1.0F && std::isinf(exponent)) return 1.0F;
  if (!is_whole(exponent)) return by_logarithm(base, exponent);
  const float size = by_logarithm(std::fabs(base), exponent);
  return base < 0.0F && is_odd_int(exponent) ? -size : size;
}

}  // namespace

std::uint64_t float_power(const Unit& unit, Inputs in) {
  const FloatFormat format = *float_format(unit.element);
  const double base = value_of(unit.element, in[0]), exponent = value_of(unit.element, in[1]);
  long double result = 0;
  if (unit.on_cpu()) {
    result = std::pow(base, exponent);
  } else {
    const auto x = static_cast<float>(base), y = static_cast<float>(exponent);
    result = unit.machine == Machine::a5 ? power_of_a5(x, y) : power_of_a2a3(x, y);
  }
  return unit.rounded(encode(format, result));
}

}  // namespace assay::simulator
