// SPDX-License-Identifier: Apache-2.0
// Arithmetic of tiles: what machines' headers take, and one lane of each instruction.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "runners/simulator/checks.hpp"
#include "runners/simulator/faults.hpp"

namespace assay::simulator {

/// The unit that computes a lane.
struct Unit {
  Machine machine;
  std::uint32_t element;  ///< of the destination
  bool refined;           ///< HIGH_PRECISION on the machine that knows it
  const Device* device;

  bool on_cpu() const { return machine == Machine::cpu; }
  bool has(Fault fault) const { return device->has(fault); }
};

/// The result pattern of one lane. Inputs are patterns of `unit.element`.
using Inputs = std::span<const std::uint64_t>;
using Calculation = std::uint64_t (*)(const Unit& unit, Inputs in);

// Integers.
std::uint64_t integer_sum(const Unit& unit, Inputs in);
std::uint64_t integer_difference(const Unit& unit, Inputs in);
std::uint64_t integer_product(const Unit& unit, Inputs in);
std::uint64_t integer_quotient(const Unit& unit, Inputs in);
std::uint64_t integer_reciprocal(const Unit& unit, Inputs in);
std::uint64_t integer_negation(const Unit& unit, Inputs in);
std::uint64_t integer_magnitude(const Unit& unit, Inputs in);
std::uint64_t integer_minimum(const Unit& unit, Inputs in);
std::uint64_t integer_maximum(const Unit& unit, Inputs in);
std::uint64_t integer_rectified(const Unit& unit, Inputs in);
std::uint64_t integer_exponential(const Unit& unit, Inputs in);
std::uint64_t integer_logarithm(const Unit& unit, Inputs in);
std::uint64_t integer_fmod(const Unit& unit, Inputs in);
std::uint64_t integer_modulo(const Unit& unit, Inputs in);
std::uint64_t integer_power(const Unit& unit, Inputs in);
std::uint64_t integer_sloped(const Unit& unit, Inputs in);
std::uint64_t integer_sum_of_three(const Unit& unit, Inputs in);
std::uint64_t integer_difference_and_sum(const Unit& unit, Inputs in);
std::uint64_t integer_accumulated(const Unit& unit, Inputs in);
std::uint64_t integer_multiplied(const Unit& unit, Inputs in);
std::uint64_t integer_multiplied_rectified(const Unit& unit, Inputs in);
std::uint64_t integer_difference_rectified(const Unit& unit, Inputs in);

// Floats of 16 and 32 bits.
std::uint64_t float_sum(const Unit& unit, Inputs in);
std::uint64_t float_difference(const Unit& unit, Inputs in);
std::uint64_t float_product(const Unit& unit, Inputs in);
std::uint64_t float_quotient(const Unit& unit, Inputs in);
std::uint64_t float_reciprocal(const Unit& unit, Inputs in);
std::uint64_t float_negation(const Unit& unit, Inputs in);
std::uint64_t float_magnitude(const Unit& unit, Inputs in);
std::uint64_t float_minimum(const Unit& unit, Inputs in);
std::uint64_t float_maximum(const Unit& unit, Inputs in);
std::uint64_t float_rectified(const Unit& unit, Inputs in);
std::uint64_t float_root(const Unit& unit, Inputs in);
std::uint64_t float_exponential(const Unit& unit, Inputs in);
std::uint64_t float_logarithm(const Unit& unit, Inputs in);
std::uint64_t float_fmod(const Unit& unit, Inputs in);
std::uint64_t float_modulo(const Unit& unit, Inputs in);
std::uint64_t float_power(const Unit& unit, Inputs in);
std::uint64_t float_sloped(const Unit& unit, Inputs in);
std::uint64_t float_sum_of_three(const Unit& unit, Inputs in);
std::uint64_t float_difference_and_sum(const Unit& unit, Inputs in);
std::uint64_t float_accumulated(const Unit& unit, Inputs in);           ///< in: a, b, old
std::uint64_t float_multiplied(const Unit& unit, Inputs in);            ///< a * old + b
std::uint64_t float_multiplied_rectified(const Unit& unit, Inputs in);  ///< the same, clamped
std::uint64_t float_difference_rectified(const Unit& unit, Inputs in);

/// How the lanes of an instruction of the rules in rules/arithmetic.hpp are computed.
struct Sheet {
  std::string_view op;
  Calculation integer;
  Calculation floating;
  bool half_register = false;  ///< A5 handles 64 columns of 64-bit integers
};

/// Checks and executes a call by a sheet.
Answer run_sheet(const Sheet& sheet, const Request& request, Device& device);

}  // namespace assay::simulator
