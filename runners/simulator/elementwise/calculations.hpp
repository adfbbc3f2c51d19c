// SPDX-License-Identifier: Apache-2.0
// One lane of each instruction of arithmetic and of logic.
#pragma once

#include <cstdint>

#include "runners/simulator/rules/row.hpp"

namespace assay::simulator {

// Each is the result pattern of one lane; inputs are patterns of `unit.element`.

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

// Pattern with pattern; one pattern; the shifts by a tile, and by a scalar.
std::uint64_t logic_and(const Unit& unit, Inputs in);
std::uint64_t logic_or(const Unit& unit, Inputs in);
std::uint64_t logic_xor(const Unit& unit, Inputs in);
std::uint64_t logic_not(const Unit& unit, Inputs in);
std::uint64_t shifted_left(const Unit& unit, Inputs in);
std::uint64_t shifted_right(const Unit& unit, Inputs in);
std::uint64_t shifted_left_by_scalar(const Unit& unit, Inputs in);
std::uint64_t shifted_right_by_scalar(const Unit& unit, Inputs in);

/// The first generation adds the scalar that it negated as a float.
std::uint64_t integer_less_scalar(const Unit& unit, Inputs in);
/// The CPU takes powers of integers in double, too, and converts what comes out.
std::uint64_t integer_power_by_scalar(const Unit& unit, Inputs in);

/// The greatest or smallest of numbers, -0 below +0; NaN if all are NaN.
std::uint64_t greatest_number(const Unit& unit, Inputs in);
std::uint64_t smallest_number(const Unit& unit, Inputs in);

/// exp(a - b). A5 subtracts and exponentiates float in one step; all else rounds the difference
/// first.
std::uint64_t exponential_of_difference(const Unit& unit, Inputs in);

}  // namespace assay::simulator
