// SPDX-License-Identifier: Apache-2.0
// One lane of instructions that compute in several steps.
#include <cmath>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"

namespace assay::simulator {
namespace {

double value(const Unit& unit, std::uint64_t bits) { return value_of(unit.element, bits); }

std::uint64_t rounded(const Unit& unit, long double exact) {
  return encode(*float_format(unit.element), exact);
}

/// a * b + c, rounded once.
std::uint64_t multiply_add(const Unit& unit, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const double x = value(unit, a), y = value(unit, b), z = value(unit, c);
  if (unit.element == ASSAY_F32) {
    const float once =
        std::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
    return rounded(unit, static_cast<long double>(once));
  }
  // Halves need 64 bits between the highest and the lowest bit of product and summand.
  return rounded(unit, static_cast<long double>(x) * y + z);
}

/// A NaN stays.
std::uint64_t clamped(const Unit& unit, std::uint64_t bits) {
  const double x = value(unit, bits);
  return std::isnan(x) || x > 0 ? bits : 0;
}

std::int64_t number(const Unit& unit, std::uint64_t bits) {
  return sign_extended(unit.element, bits);
}

std::uint64_t integer_clamped(const Unit& unit, std::uint64_t bits) {
  const bool negative = is_signed_integer(unit.element) && number(unit, bits) < 0;
  return negative ? 0 : bits;
}

}  // namespace

std::uint64_t float_sloped(const Unit& unit, Inputs in) {
  const double x = value(unit, in[0]);
  if (x > 0) return in[0];
  return unit.rounded(rounded(unit, static_cast<long double>(x * value(unit, in[1]))));
}

std::uint64_t float_sum_of_three(const Unit& unit, Inputs in) {
  const std::uint64_t first[] = {float_sum(unit, in.first(2)), in[2]};
  return float_sum(unit, first);
}

std::uint64_t float_difference_and_sum(const Unit& unit, Inputs in) {
  const std::uint64_t first[] = {float_difference(unit, in.first(2)), in[2]};
  return float_sum(unit, first);
}

std::uint64_t float_accumulated(const Unit& unit, Inputs in) {
  return unit.rounded(multiply_add(unit, in[0], in[1], in[2]));
}

std::uint64_t float_multiplied(const Unit& unit, Inputs in) {
  return unit.rounded(multiply_add(unit, in[0], in[2], in[1]));
}

std::uint64_t float_multiplied_rectified(const Unit& unit, Inputs in) {
  return clamped(unit, float_multiplied(unit, in));
}

std::uint64_t float_difference_rectified(const Unit& unit, Inputs in) {
  return clamped(unit, float_difference(unit, in));
}

std::uint64_t integer_sloped(const Unit& unit, Inputs in) {
  return in[0] != 0 && integer_clamped(unit, in[0]) == in[0] ? in[0] : in[0] * in[1];
}

std::uint64_t integer_sum_of_three(const Unit&, Inputs in) { return in[0] + in[1] + in[2]; }

std::uint64_t integer_difference_and_sum(const Unit&, Inputs in) { return in[0] - in[1] + in[2]; }

std::uint64_t integer_accumulated(const Unit&, Inputs in) { return in[0] * in[1] + in[2]; }

std::uint64_t integer_multiplied(const Unit&, Inputs in) { return in[0] * in[2] + in[1]; }

std::uint64_t integer_multiplied_rectified(const Unit& unit, Inputs in) {
  return integer_clamped(unit, integer_multiplied(unit, in));
}

std::uint64_t integer_difference_rectified(const Unit& unit, Inputs in) {
  return integer_clamped(unit, integer_difference(unit, in));
}

}  // namespace assay::simulator
