// SPDX-License-Identifier: Apache-2.0
// Arithmetic of tiles: what machines' headers take, and one lane of each instruction.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "runners/simulator/checks.hpp"
#include "runners/simulator/faults.hpp"

namespace assay::simulator {

/// A set of element types.
class Elements {
 public:
  constexpr Elements() = default;
  constexpr Elements(std::initializer_list<assay_element> list) {
    for (const assay_element element : list) bits_ |= 1U << static_cast<unsigned>(element);
  }
  constexpr bool has(std::uint32_t element) const {
    return element < 32 && ((bits_ >> element) & 1U) != 0;
  }

 private:
  std::uint32_t bits_ = 0;
};

/// Everything with arithmetic operators in C++.
inline constexpr Elements arithmetic_types{ASSAY_I8,  ASSAY_U8,   ASSAY_I16, ASSAY_U16,
                                           ASSAY_I32, ASSAY_U32,  ASSAY_I64, ASSAY_U64,
                                           ASSAY_F16, ASSAY_BF16, ASSAY_F32};

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

/// Which tiles a lane reads, in which order.
enum class Reads : std::uint8_t {
  one,          ///< operand 1
  two,          ///< 1, 2
  three,        ///< 1, 2, 3
  two_and_old,  ///< 1, 2 and what the destination held
};

/// What a machine's headers refuse, and how a lane is computed.
struct Sheet {
  std::string_view op;
  Reads reads;
  Elements a2a3, a5, cpu;
  Calculation integer;
  Calculation floating;
  bool scratch = false;        ///< a scratch tile comes last
  bool one_tile_type = false;  ///< the CPU wants all tiles of one type
  bool cpu_regions = true;     ///< the CPU compares valid regions
  bool half_register = false;  ///< A5 handles 64 columns of 64-bit integers
};

/// Checks and executes a call by a sheet. `more` adds rules of the instruction's own.
using MoreRules = void (*)(Rules& rules, const Request& request);
Answer run_sheet(const Sheet& sheet, const Request& request, Device& device,
                 MoreRules more = nullptr);

}  // namespace assay::simulator
