// SPDX-License-Identifier: Apache-2.0
// One lane of floating-point arithmetic, in the host's wider formats and rounded once.
#include <cmath>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"

namespace assay::simulator {
namespace {

FloatFormat format_of(const Unit& unit) { return *float_format(unit.element); }

double value(const Unit& unit, std::uint64_t bits) { return value_of(unit.element, bits); }

std::uint64_t sign_of(const Unit& unit) { return 1ULL << (width_of(unit.element) - 1); }

std::uint64_t rounded(const Unit& unit, long double exact) {
  return unit.rounded(encode(format_of(unit), exact));
}

bool nan(const Unit& unit, std::uint64_t bits) { return is_nan(format_of(unit), bits); }

/// Which of two patterns wins: a number over a NaN, and -0 is below +0.
std::uint64_t picked(const Unit& unit, Inputs in, bool largest) {
  const double a = value(unit, in[0]), b = value(unit, in[1]);
  if (std::isnan(a)) return in[1];
  if (std::isnan(b)) return in[0];
  if (a == b) return std::signbit(a) == largest ? in[1] : in[0];
  return (a < b) == largest ? in[1] : in[0];
}

}  // namespace

std::uint64_t float_sum(const Unit& unit, Inputs in) {
  return rounded(unit, value(unit, in[0]) + value(unit, in[1]));
}

std::uint64_t float_difference(const Unit& unit, Inputs in) {
  return rounded(unit, value(unit, in[0]) - value(unit, in[1]));
}

std::uint64_t float_product(const Unit& unit, Inputs in) {
  return rounded(unit, value(unit, in[0]) * value(unit, in[1]));
}

std::uint64_t float_quotient(const Unit& unit, Inputs in) {
  return rounded(unit, value(unit, in[0]) / value(unit, in[1]));
}

std::uint64_t float_reciprocal(const Unit& unit, Inputs in) {
  return rounded(unit, 1.0 / value(unit, in[0]));
}

std::uint64_t float_negation(const Unit& unit, Inputs in) { return in[0] ^ sign_of(unit); }

std::uint64_t float_magnitude(const Unit& unit, Inputs in) { return in[0] & ~sign_of(unit); }

std::uint64_t float_minimum(const Unit& unit, Inputs in) { return picked(unit, in, false); }

std::uint64_t float_maximum(const Unit& unit, Inputs in) { return picked(unit, in, true); }

std::uint64_t float_rectified(const Unit& unit, Inputs in) {
  if (nan(unit, in[0])) return in[0];
  return std::signbit(value(unit, in[0])) ? 0 : in[0];
}

std::uint64_t float_root(const Unit& unit, Inputs in) {
  return rounded(unit, std::sqrt(value(unit, in[0])));
}

std::uint64_t float_exponential(const Unit& unit, Inputs in) {
  return rounded(unit, std::exp(static_cast<long double>(value(unit, in[0]))));
}

std::uint64_t float_logarithm(const Unit& unit, Inputs in) {
  return rounded(unit, std::log(static_cast<long double>(value(unit, in[0]))));
}

std::uint64_t float_fmod(const Unit& unit, Inputs in) {
  return rounded(unit, std::fmod(value(unit, in[0]), value(unit, in[1])));
}

std::uint64_t float_modulo(const Unit& unit, Inputs in) {
  const double divisor = value(unit, in[1]), rest = std::fmod(value(unit, in[0]), divisor);
  const bool other_sign = rest != 0 && std::signbit(rest) != std::signbit(divisor);
  return rounded(
      unit, other_sign ? static_cast<long double>(rest) + divisor : static_cast<long double>(rest));
}

}  // namespace assay::simulator
