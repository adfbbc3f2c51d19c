// SPDX-License-Identifier: Apache-2.0
// Errata of arithmetic: other values for some elements.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"
#include "runners/simulator/faults/bend.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::bends {

inline double real_of(const Unit& unit, std::uint64_t bits) { return value_of(unit.element, bits); }
inline std::uint64_t nearest(const Unit& unit, double x) {
  return encode(*float_format(unit.element), static_cast<long double>(x));
}
inline std::uint64_t sign_of(const Unit& unit) { return 1ULL << (width_of(unit.element) - 1); }

/// E-TABS-001
struct SignKept : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (calculate != float_magnitude || !unit.on_cpu()) return calculate(unit, in);
    return real_of(unit, in[0]) < 0 ? in[0] ^ sign_of(unit) : in[0];
  }
};

/// E-TRELU-001
struct MinusZeroKept : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (calculate != float_rectified || !unit.on_cpu()) return calculate(unit, in);
    return real_of(unit, in[0]) < 0 ? 0 : in[0];
  }
};

/// The second replaces the first where it is strictly better.
template <Calculation extreme, bool largest>
struct FirstStays : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (calculate != extreme || !unit.on_cpu()) return calculate(unit, in);
    const double a = real_of(unit, in[0]), b = real_of(unit, in[1]);
    return (largest ? a < b : b < a) ? in[1] : in[0];
  }
};
using FirstStaysLargest = FirstStays<float_maximum, true>;    // E-TMAX-001
using FirstStaysSmallest = FirstStays<float_minimum, false>;  // E-TMIN-001

/// a * b + c, the product rounded.
inline std::uint64_t in_two_steps(const Unit& unit, std::uint64_t a, std::uint64_t b,
                                  std::uint64_t c) {
  const std::uint64_t product = nearest(unit, real_of(unit, a) * real_of(unit, b));
  return nearest(unit, real_of(unit, product) + real_of(unit, c));
}

/// E-TFUSEDMULADD-001
struct ProductRounded : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (calculate != float_multiplied || !unit.on_cpu()) return calculate(unit, in);
    return in_two_steps(unit, in[0], in[2], in[1]);
  }
};

/// E-TMULADDDST-001
struct AddendProductRounded : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (calculate != float_accumulated || !unit.on_cpu()) return calculate(unit, in);
    return in_two_steps(unit, in[0], in[1], in[2]);
  }
};

/// E-TFUSEDMULADDRELU-001
struct ClampedProductRounded : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (calculate != float_multiplied_rectified || !unit.on_cpu()) return calculate(unit, in);
    const std::uint64_t bits = in_two_steps(unit, in[0], in[2], in[1]);
    return real_of(unit, bits) > 0 ? bits : 0;
  }
};

/// E-TSUBRELU-001
struct NanCleared : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const std::uint64_t bits = calculate(unit, in);
    const bool concerned = calculate == float_difference_rectified && unit.on_cpu();
    return concerned && std::isnan(real_of(unit, bits)) ? 0 : bits;
  }
};

inline constexpr std::uint64_t largest_half = 0x7BFF;
inline constexpr std::uint64_t infinite_half = 0x7C00;

inline bool is_beyond_half(double x) {
  return encode(*float_format(ASSAY_F16), static_cast<long double>(x)) == infinite_half;
}

/// E-TADDDEQRELU-001
struct ScaledToInfinity : Bend {
  using Bend::Bend;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    const bool concerned = request.row->run == run_scaled_sum && request.machine == Machine::cpu;
    if (!concerned || bits != largest_half) return bits;
    const auto sum = static_cast<std::int32_t>(element.inputs[0] + element.inputs[1]);
    const float scale = std::bit_cast<float>(static_cast<std::uint32_t>(request[3].scalar_bits));
    return is_beyond_half(static_cast<double>(static_cast<float>(sum) * scale)) ? infinite_half
                                                                                : bits;
  }
};

template <void (*run)(const Request&, const Seams&), Machine machine>
struct NarrowedToInfinity : Bend {
  using Bend::Bend;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    const bool concerned = request.row->run == run && request.machine == machine;
    if (!concerned || request[1].element != ASSAY_F32 || bits != largest_half) return bits;
    const double a = value_of(ASSAY_F32, element.inputs[0]);
    const double b = value_of(ASSAY_F32, element.inputs[1]);
    return is_beyond_half(run == run_narrowed_sum ? a + b : a - b) ? infinite_half : bits;
  }
};
using SumToInfinityOfA2a3 = NarrowedToInfinity<run_narrowed_sum, Machine::a2a3>;
using SumToInfinityOfA5 = NarrowedToInfinity<run_narrowed_sum, Machine::a5>;
using DifferenceToInfinityOfA2a3 = NarrowedToInfinity<run_narrowed_difference, Machine::a2a3>;
using DifferenceToInfinityOfA5 = NarrowedToInfinity<run_narrowed_difference, Machine::a5>;

// ---- remainders ----

inline std::uint64_t narrowed_toward_zero(float x) {
  const auto pattern = encode(*float_format(ASSAY_F32), static_cast<long double>(x));
  return convert(ASSAY_F32, pattern, ASSAY_F16, Rounding::toward_zero).value_or(0);
}

/// A quotient, its whole part, a product and a difference of float.
inline std::uint64_t whole_steps(const Unit& unit, Inputs in, bool floors) {
  const auto a = static_cast<float>(real_of(unit, in[0]));
  const auto b = static_cast<float>(real_of(unit, in[1]));
  const float quotient = a / b;
  const float whole = floors ? std::floor(quotient) : std::trunc(quotient);
  const float product = whole * b;
  const float rest = a - product;
  return unit.element == ASSAY_F16 ? narrowed_toward_zero(rest)
                                   : nearest(unit, static_cast<double>(rest));
}

template <Calculation remainder, Machine machine>
struct RemainderBySteps : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const bool exact = unit.refined && unit.element == ASSAY_F32;
    if (calculate != remainder || unit.machine != machine || exact) return calculate(unit, in);
    if (remainder == float_fmod) return whole_steps(unit, in, false);
    const std::uint64_t bits = whole_steps(unit, in, true);
    const double rest = real_of(unit, bits), divisor = real_of(unit, in[1]);
    const std::uint64_t product = nearest(unit, rest * divisor);
    return real_of(unit, product) < 0 ? nearest(unit, rest + divisor) : bits;
  }
};
using TruncatedStepsOfA2a3 = RemainderBySteps<float_fmod, Machine::a2a3>;  // E-TFMOD-003
using TruncatedStepsOfA5 = RemainderBySteps<float_fmod, Machine::a5>;      // E-TFMOD-004
using FlooredStepsOfA2a3 = RemainderBySteps<float_modulo, Machine::a2a3>;  // E-TREM-003
using FlooredStepsOfA5 = RemainderBySteps<float_modulo, Machine::a5>;      // E-TREM-004

inline bool is_pair_of_a5(const Request& request) {
  return request.machine == Machine::a5 && width_of(request[0].element) == 64;
}

/// E-TREM-006
struct SignOfDividend : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const bool concerned = calculate == integer_modulo && is_pair_of_a5(*unit.request);
    return concerned ? integer_fmod(unit, in) : calculate(unit, in);
  }
};

/// E-TREM-011
struct SignOfDividendUponDivisor : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const Request& request = *unit.request;
    const bool concerned = request.op == "TREM" && request.machine == Machine::cpu &&
                           request[0].data == request[2].data;
    if (concerned && calculate == integer_modulo) return integer_fmod(unit, in);
    if (concerned && calculate == float_modulo) return float_fmod(unit, in);
    return calculate(unit, in);
  }
};

/// One pair of registers a row.
template <Calculation integer>
struct StopsAtColumn64 : Bend {
  using Bend::Bend;
  void region(const Request& request, const assay_operand&, Region, Region& worked) const override {
    const bool concerned = request.row->integer == integer && is_pair_of_a5(request);
    if (concerned) worked.cols = std::min<std::int64_t>(worked.cols, 64);
  }
};
using QuotientStopsAtColumn64 = StopsAtColumn64<integer_quotient>;  // E-TDIV-003
using RemainderStopsAtColumn64 = StopsAtColumn64<integer_modulo>;   // E-TREM-005

// ---- shifts ----

/// E-TSHL-001
struct CarryWithSign : Bend {
  using Bend::Bend;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const std::uint64_t bits = calculate(unit, in);
    if (calculate != shifted_left || !is_pair_of_a5(*unit.request)) return bits;
    const auto amount = static_cast<unsigned>(in[1] & 63U);
    if (amount >= 32) return bits;
    const auto low = std::bit_cast<std::int32_t>(static_cast<std::uint32_t>(in[0]));
    const std::int32_t carry = low >> (amount == 0 ? 31 : 32 - amount);
    return bits | static_cast<std::uint64_t>(static_cast<std::uint32_t>(carry)) << 32U;
  }
};

}  // namespace assay::simulator::bends
