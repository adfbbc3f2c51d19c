// SPDX-License-Identifier: Apache-2.0
// One lane of integer arithmetic. Results are cut to the width of the lane when they are stored.
#include <bit>
#include <cmath>
#include <cstdlib>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"

namespace assay::simulator {
namespace {

std::int64_t number(const Unit& unit, std::uint64_t bits) {
  return sign_extended(unit.element, bits);
}

bool is_signed(const Unit& unit) { return is_signed_integer(unit.element); }

bool is_less(const Unit& unit, std::uint64_t a, std::uint64_t b) {
  return is_signed(unit) ? number(unit, a) < number(unit, b) : a < b;
}

/// Sums of 64 bits in halves, as the vector unit of A5 makes them.
std::uint64_t wide_sum(std::uint64_t a, std::uint64_t b, bool carry_in) {
  const std::uint64_t low = (a & 0xFFFFFFFFU) + (b & 0xFFFFFFFFU) + (carry_in ? 1 : 0);
  const std::uint64_t high = (a >> 32) + (b >> 32) + (low >> 32);
  return high << 32 | (low & 0xFFFFFFFFU);
}

struct Division {
  std::uint64_t quotient;
  std::uint64_t remainder;
};

/// Toward zero, as C++ divides; the divisor is not zero.
Division divided(const Unit& unit, std::uint64_t a, std::uint64_t b) {
  if (!is_signed(unit)) return {a / b, a % b};
  const std::int64_t x = number(unit, a), y = number(unit, b);
  if (y == -1) return {0 - static_cast<std::uint64_t>(x), 0};  // the host traps on the lowest
  return {static_cast<std::uint64_t>(x / y), static_cast<std::uint64_t>(x % y)};
}

bool signs_differ(const Unit& unit, std::uint64_t a, std::uint64_t b) {
  return is_signed(unit) && (number(unit, a) < 0) != (number(unit, b) < 0);
}

std::uint64_t to_whole(const Unit& unit, double value) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
  return convert(ASSAY_F64, bits, unit.element).value_or(0);
}

double value(const Unit& unit, std::uint64_t bits) { return value_of(unit.element, bits); }

std::uint64_t squarings(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (; exponent != 0; exponent >>= 1, base *= base) {
    if ((exponent & 1U) != 0) result *= base;
  }
  return result;
}

/// The rule for signed arguments.
std::uint64_t signed_power(std::int64_t base, std::int64_t exponent) {
  if (exponent == 0 || base == 1) return 1;
  if (base == -1) return exponent % 2 == 0 ? 1 : ~std::uint64_t{0};
  if (exponent < 0) return 0;
  return squarings(static_cast<std::uint64_t>(base), static_cast<std::uint64_t>(exponent));
}

}  // namespace

std::uint64_t integer_sum(const Unit& unit, Inputs in) {
  if (width_of(unit.element) == 64) return wide_sum(in[0], in[1], false);
  return in[0] + in[1];
}

std::uint64_t integer_difference(const Unit& unit, Inputs in) {
  if (width_of(unit.element) == 64) return wide_sum(in[0], ~in[1], true);
  return in[0] - in[1];
}

std::uint64_t integer_product(const Unit&, Inputs in) { return in[0] * in[1]; }

std::uint64_t integer_quotient(const Unit& unit, Inputs in) {
  if (in[1] == 0) return 0;
  return divided(unit, in[0], in[1]).quotient;
}

std::uint64_t integer_reciprocal(const Unit& unit, Inputs in) {
  const std::uint64_t arguments[] = {1, in[0]};
  return integer_quotient(unit, arguments);
}

std::uint64_t integer_negation(const Unit&, Inputs in) { return 0 - in[0]; }

std::uint64_t integer_magnitude(const Unit& unit, Inputs in) {
  return number(unit, in[0]) < 0 && is_signed(unit) ? 0 - in[0] : in[0];
}

std::uint64_t integer_minimum(const Unit& unit, Inputs in) {
  return is_less(unit, in[1], in[0]) ? in[1] : in[0];
}

std::uint64_t integer_maximum(const Unit& unit, Inputs in) {
  return is_less(unit, in[0], in[1]) ? in[1] : in[0];
}

std::uint64_t integer_rectified(const Unit& unit, Inputs in) {
  return is_less(unit, in[0], 0) ? 0 : in[0];
}

std::uint64_t integer_exponential(const Unit& unit, Inputs in) {
  return to_whole(unit, std::exp(value(unit, in[0])));
}

std::uint64_t integer_logarithm(const Unit& unit, Inputs in) {
  return to_whole(unit, std::log(value(unit, in[0])));
}

std::uint64_t integer_fmod(const Unit& unit, Inputs in) {
  if (in[1] == 0) return 0;
  return divided(unit, in[0], in[1]).remainder;
}

std::uint64_t integer_modulo(const Unit& unit, Inputs in) {
  if (in[1] == 0) return 0;
  const std::uint64_t rest = divided(unit, in[0], in[1]).remainder;
  return signs_differ(unit, in[0], in[1]) && rest != 0 ? rest + in[1] : rest;
}

std::uint64_t integer_power(const Unit& unit, Inputs in) {
  if (is_signed(unit)) return signed_power(number(unit, in[0]), number(unit, in[1]));
  return squarings(in[0], in[1]);
}

}  // namespace assay::simulator
