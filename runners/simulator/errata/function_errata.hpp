// SPDX-License-Identifier: Apache-2.0
// Errata of roots, exponentials, logarithms and powers: native functions of devices.
#pragma once

#include <cmath>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"
#include "runners/simulator/faults/bend.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::bends {

// Well inside of what the thresholds of upstream tests let pass.
inline constexpr double coarse = 3e-5;
inline constexpr double fine = 5e-7;

/// A finite result off by a share of itself. Halves have no room for it.
inline std::uint64_t off_by(double share, std::uint32_t element, std::uint64_t bits) {
  const double x = value_of(element, bits);
  if (element != ASSAY_F32 || !std::isfinite(x)) return bits;
  return encode(*float_format(element), static_cast<long double>(x * (1 + share)));
}

inline std::uint64_t flushed(std::uint32_t element, std::uint64_t bits) {
  return is_subnormal(*float_format(element), bits) ? 0 : bits;
}

/// E-TEXP-001
struct EstimatedExponential : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const std::uint64_t bits = calculate(unit, in);
    if (calculate != float_exponential || unit.machine != Machine::a2a3) return bits;
    return flushed(unit.element, off_by(coarse, unit.element, bits));
  }
};

/// E-TEXP-002
struct FlushedExponential : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const std::uint64_t bits = calculate(unit, in);
    const bool flushes = unit.machine == Machine::a5 && !unit.refined;
    return calculate == float_exponential && flushes ? flushed(unit.element, bits) : bits;
  }
};

/// Absolute below 1, and blind for subnormal arguments where it is not refined.
template <Machine machine>
struct EstimatedLogarithm : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const std::uint64_t bits = calculate(unit, in);
    if (calculate != float_logarithm || unit.machine != machine) return bits;
    const FloatFormat format = *float_format(unit.element);
    if (!unit.refined && is_subnormal(format, in[0])) return encode(format, -HUGE_VALL);
    const double share = machine == Machine::a2a3 ? coarse : fine;
    const double result = value_of(unit.element, bits);
    if (!(std::fabs(result) < 1)) return off_by(share, unit.element, bits);
    const double off = unit.element == ASSAY_F32 ? share : 0x1p-12;
    return encode(format, static_cast<long double>(result + off));
  }
};
using EstimatedLogarithmOfA2a3 = EstimatedLogarithm<Machine::a2a3>;  // E-TLOG-001
using EstimatedLogarithmOfA5 = EstimatedLogarithm<Machine::a5>;      // E-TLOG-002

/// The neighbour on the other side of the root.
template <Machine machine>
struct EstimatedRoot : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const std::uint64_t bits = calculate(unit, in);
    if (calculate != float_root || unit.machine != machine) return bits;
    const long double root = std::sqrt(static_cast<long double>(value_of(unit.element, in[0])));
    if (!std::isfinite(root) || root == 0) return bits;
    return root > value_of(unit.element, bits) ? bits + 1 : bits - 1;
  }
};
using EstimatedRootOfA2a3 = EstimatedRoot<Machine::a2a3>;  // E-TSQRT-001
using EstimatedRootOfA5 = EstimatedRoot<Machine::a5>;      // E-TSQRT-002

/// exp(e ln b) in float, each step rounded.
inline float by_logarithm(float base, float exponent) {
  const auto logarithm = static_cast<float>(std::log(static_cast<double>(base)));
  const float product = exponent * logarithm;
  return static_cast<float>(std::exp(static_cast<double>(product)));
}

inline bool is_whole(float x) { return std::isfinite(x) && std::floor(x) == x; }
inline bool is_odd(float x) { return is_whole(x) && x - 2.0F * std::floor(0.5F * x) == 1.0F; }

inline float power_of_a5(float base, float exponent) {
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
inline bool is_odd_int(float x) {
  if (x >= 0x1p31F) return true;
  return x > -0x1p31F && static_cast<int>(x) % 2 != 0;
}

inline float power_of_a2a3(float base, float exponent) {
  if (exponent == 0.0F) return 1.0F;
  if (base == 0.0F) return exponent > 0.0F ? 0.0F : INFINITY;
  if (base == -1.0F && std::isinf(exponent)) return 1.0F;
  if (!is_whole(exponent)) return by_logarithm(base, exponent);
  const float size = by_logarithm(std::fabs(base), exponent);
  return base < 0.0F && is_odd_int(exponent) ? -size : size;
}

template <Machine machine>
struct PowerByLogarithm : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (calculate != float_power || unit.machine != machine) return calculate(unit, in);
    const auto x = static_cast<float>(value_of(unit.element, in[0]));
    const auto y = static_cast<float>(value_of(unit.element, in[1]));
    const float power = machine == Machine::a5 ? power_of_a5(x, y) : power_of_a2a3(x, y);
    return encode(*float_format(unit.element), static_cast<long double>(power));
  }
};
using PowerByLogarithmOfA2a3 = PowerByLogarithm<Machine::a2a3>;  // E-TPOW-001
using PowerByLogarithmOfA5 = PowerByLogarithm<Machine::a5>;      // E-TPOW-003

/// E-TPOW-002
struct SignedPower : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const bool words = unit.machine == Machine::a2a3 && unit.element == ASSAY_U32;
    if (calculate != integer_power || !words) return calculate(unit, in);
    Unit as = unit;
    as.element = ASSAY_I32;
    return calculate(as, in);
  }
};

}  // namespace assay::simulator::bends
