// SPDX-License-Identifier: Apache-2.0
// Faults of what a lane computes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/elementwise/narrowing.hpp"
#include "runners/simulator/faults/fill_faults.hpp"
#include "runners/simulator/tile_scalar/tile_scalar.hpp"

namespace assay::simulator::fault_hooks {

/// Whether a calculation is one of some.
inline bool is_one_of(Calculation one, std::initializer_list<Calculation> some) {
  return std::find(some.begin(), some.end(), one) != some.end();
}

inline std::int64_t number(const Unit& unit, std::uint64_t bits) {
  return sign_extended(unit.element, bits);
}

inline bool signs_differ(const Unit& unit, Inputs in) {
  return is_signed_integer(unit.element) && (number(unit, in[0]) < 0) != (number(unit, in[1]) < 0);
}

struct OperandsSwapped : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    std::array<std::uint64_t, 3> other{};
    std::copy_n(in.begin(), std::min(in.size(), other.size()), other.begin());
    if (calculate == integer_less_scalar) return in[1] - in[0];
    if (is_one_of(calculate, {integer_difference, float_difference, integer_difference_and_sum,
                              float_difference_and_sum, integer_difference_rectified,
                              float_difference_rectified, exponential_of_difference})) {
      std::swap(other[0], other[1]);
      return calculate(unit, other);
    }
    if (is_one_of(calculate, {integer_multiplied, float_multiplied, integer_multiplied_rectified,
                              float_multiplied_rectified})) {
      std::swap(other[1], other[2]);
      return calculate(unit, other);
    }
    return calculate(unit, in);
  }
};

struct AccumulatorIgnored : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (unit.request->row->run != run_scaled_addition) return calculate(unit, in);
    return calculate(unit, std::array<std::uint64_t, 3>{in[0], in[1], 0});
  }
};

struct Saturates : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const int width = width_of(unit.element);
    if (calculate == integer_sum && width < 64) {
      return kept(unit, number(unit, in[0]) + number(unit, in[1]));
    }
    if (is_one_of(calculate, {integer_difference, integer_less_scalar}) && width < 64) {
      return kept(unit, number(unit, in[0]) - number(unit, in[1]));
    }
    if (calculate == integer_product && width < 32) {
      return kept(unit, number(unit, in[0]) * number(unit, in[1]));
    }
    return calculate(unit, in);
  }
  void job(Job& job) const override;

 private:
  static std::uint64_t kept(const Unit& unit, std::int64_t exact) {
    const bool is_signed = is_signed_integer(unit.element);
    const int width = width_of(unit.element);
    const std::int64_t top = (std::int64_t{1} << (is_signed ? width - 1 : width)) - 1;
    return static_cast<std::uint64_t>(std::clamp(exact, is_signed ? -top - 1 : 0, top));
  }
};

struct CarryLost : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (width_of(unit.element) != 64) return calculate(unit, in);
    if (calculate == integer_sum) return halves(in[0], in[1], 0);
    const bool subtracts = is_one_of(calculate, {integer_difference, integer_less_scalar});
    return subtracts ? halves(in[0], ~in[1], 1) : calculate(unit, in);
  }

 private:
  static std::uint64_t halves(std::uint64_t a, std::uint64_t b, std::uint64_t carry) {
    const std::uint64_t low = (a & 0xFFFFFFFFU) + (b & 0xFFFFFFFFU) + carry;
    return ((a >> 32) + (b >> 32)) << 32 | (low & 0xFFFFFFFFU);
  }
};

struct QuotientFloored : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const std::uint64_t result = calculate(unit, in);
    if (!is_one_of(calculate, {integer_quotient, integer_reciprocal})) return result;
    const bool inverts = calculate == integer_reciprocal;
    const std::array<std::uint64_t, 2> arguments{inverts ? 1 : in[0], inverts ? in[0] : in[1]};
    if (arguments[1] == 0 || !signs_differ(unit, arguments)) return result;
    return integer_fmod(unit, arguments) != 0 ? result - 1 : result;
  }
};

struct RemainderSignSwapped : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (calculate == float_fmod) return float_modulo(unit, in);
    if (calculate == float_modulo) return float_fmod(unit, in);
    if (calculate == integer_modulo) return integer_fmod(unit, in);
    const std::uint64_t rest = calculate(unit, in);
    const bool fixes =
        calculate == integer_fmod && in[1] != 0 && rest != 0 && signs_differ(unit, in);
    return fixes ? rest + in[1] : rest;
  }
};

struct PowerThroughFloat : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const bool by_scalar = calculate == integer_power_by_scalar && !unit.on_cpu();
    if (calculate != integer_power && !by_scalar) return calculate(unit, in);
    const double power = std::pow(value_of(unit.element, in[0]), value_of(unit.element, in[1]));
    return convert(ASSAY_F64, std::bit_cast<std::uint64_t>(power), unit.element).value_or(0);
  }
};

struct NanRuleSwapped : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const bool picks = is_one_of(calculate, {float_minimum, float_maximum}) && unit.on_cpu();
    const auto nan = [&](std::uint64_t bits) { return std::isnan(value_of(unit.element, bits)); };
    return picks && (nan(in[0]) || nan(in[1])) ? in[1] : calculate(unit, in);
  }
};

struct ReluDropsNan : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const bool drops = calculate == float_rectified && std::isnan(value_of(unit.element, in[0]));
    return drops ? 0 : calculate(unit, in);
  }
};

struct LeakyByMaximum : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (calculate != float_sloped || !is_with_scalar(*unit.request)) return calculate(unit, in);
    return float_maximum(unit, std::array{in[0], float_product(unit, in)});
  }
};

struct NarrowingWraps : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    const bool minus = request.row->run == run_narrowed_difference;
    const std::uint32_t from = request[1].element;
    if ((!minus && request.row->run != run_narrowed_sum) || from == ASSAY_F32) return bits;
    return static_cast<std::uint64_t>(positive_sum(request.machine, from, minus, element.inputs));
  }
  void job(Job& job) const override;
};

struct RectifiedBeforeScaled : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    const Request& request = element.request;
    if (request.row->run != run_scaled_sum || request.machine != Machine::a5) return bits;
    const auto sum = static_cast<std::int32_t>(element.inputs[0] + element.inputs[1]);
    const auto scale = std::bit_cast<float>(static_cast<std::uint32_t>(request[3].scalar_bits));
    const float staged = staged_product(std::max(sum, 0), scale);
    return encode(*float_format(ASSAY_F16),
                  static_cast<long double>(std::clamp(staged, -65504.0F, 65504.0F)));
  }
};

// ---- shifts ----

inline bool is_shift(Calculation calculate) {
  return is_one_of(calculate,
                   {shifted_left, shifted_right, shifted_left_by_scalar, shifted_right_by_scalar});
}

struct ShiftMasked : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    if (!is_shift(calculate)) return calculate(unit, in);
    const auto mask = static_cast<std::uint64_t>(width_of(unit.element)) - 1;
    return calculate(unit, std::array{in[0], in[1] & mask});
  }
};

struct ShiftUnmasked : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const bool beyond =
        is_shift(calculate) && in[1] >= static_cast<std::uint64_t>(width_of(unit.element));
    return beyond ? 0 : calculate(unit, in);
  }
};

struct ShiftLogical : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    Unit other = unit;
    if (is_shift(calculate)) other.element = unsigned_kind(unit.element);
    return calculate(other, in);
  }
};

struct FillFromLowWord : FaultHook {
  using FaultHook::FaultHook;
  std::uint64_t compute(Calculation calculate, const Unit& unit, Inputs in) const override {
    const std::uint64_t result = calculate(unit, in);
    const bool by_words = (calculate == shifted_right && unit.machine == Machine::a5) ||
                          (calculate == shifted_right_by_scalar && !unit.on_cpu());
    if (!by_words || unit.element != ASSAY_I64 || (in[1] & 32U) == 0) return result;
    const std::uint64_t fill = ((in[0] >> 31U) & 1U) != 0 ? 0xFFFFFFFFU : 0;
    return (result & 0xFFFFFFFFU) | fill << 32U;
  }
};

}  // namespace assay::simulator::fault_hooks
