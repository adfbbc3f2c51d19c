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

/// The native functions of A5 have no subnormal results.
std::uint64_t flushed(const Unit& unit, long double exact) {
  const std::uint64_t bits = rounded(unit, exact);
  const bool flushes = unit.machine == Machine::a5 && !unit.refined;
  return flushes && is_subnormal(format_of(unit), bits) ? bits & sign_of(unit) : bits;
}

bool nan(const Unit& unit, std::uint64_t bits) { return is_nan(format_of(unit), bits); }

/// Which of two patterns wins: the CPU compares and picks; a device keeps a NaN and knows that
/// -0 is below +0.
std::uint64_t picked(const Unit& unit, Inputs in, bool largest) {
  const double a = value(unit, in[0]), b = value(unit, in[1]);
  if (unit.on_cpu()) {
    const bool second = largest ? a < b : b < a;
    return second ? in[1] : in[0];
  }
  if (std::isnan(a)) return in[0];
  if (std::isnan(b)) return in[1];
  if (a == b) return std::signbit(a) == largest ? in[1] : in[0];
  return (a < b) == largest ? in[1] : in[0];
}

/// What a native logarithm sees of a subnormal number.
double seen(const Unit& unit, std::uint64_t bits) {
  const double x = value(unit, bits);
  const bool blind = !unit.on_cpu() && !unit.refined && is_subnormal(format_of(unit), bits);
  return blind ? std::copysign(0.0, x) : x;
}

float whole_steps(float a, float b, bool floors) {
  const float quotient = a / b;
  const float whole = floors ? std::floor(quotient) : std::trunc(quotient);
  const float product = whole * b;
  return a - product;
}

std::uint64_t narrowed_toward_zero(float x) {
  const auto pattern = encode(*float_format(ASSAY_F32), static_cast<long double>(x));
  return convert(ASSAY_F32, pattern, ASSAY_F16, Rounding::toward_zero).value_or(0);
}

/// Whether remainders are exact. HIGH_PRECISION counts for float alone.
bool has_exact_remainder(const Unit& unit) {
  return unit.on_cpu() || (unit.refined && unit.element == ASSAY_F32);
}

bool wants_other_sign(const Unit& unit, Inputs in, double rest) {
  const double a = value(unit, in[0]), b = value(unit, in[1]);
  if (has_exact_remainder(unit)) return (a >= 0) != (b >= 0) && rest != 0;
  const std::uint64_t product = encode(format_of(unit), static_cast<long double>(rest * b));
  return value(unit, product) < 0;
}

}  // namespace

std::uint64_t first_float_remainder(const Unit& unit, Inputs in, bool floors) {
  const double a = value(unit, in[0]), b = value(unit, in[1]);
  if (has_exact_remainder(unit)) {
    return encode(format_of(unit), static_cast<long double>(std::fmod(a, b)));
  }
  const float rest = whole_steps(static_cast<float>(a), static_cast<float>(b), floors);
  if (unit.element == ASSAY_F16) return narrowed_toward_zero(rest);
  return encode(format_of(unit), static_cast<long double>(rest));
}

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

std::uint64_t float_magnitude(const Unit& unit, Inputs in) {
  if (unit.on_cpu()) return value(unit, in[0]) < 0 ? in[0] ^ sign_of(unit) : in[0];
  return in[0] & ~sign_of(unit);
}

std::uint64_t float_minimum(const Unit& unit, Inputs in) { return picked(unit, in, false); }

std::uint64_t float_maximum(const Unit& unit, Inputs in) { return picked(unit, in, true); }

std::uint64_t float_rectified(const Unit& unit, Inputs in) {
  if (nan(unit, in[0])) return in[0];
  if (unit.on_cpu()) return value(unit, in[0]) < 0 ? 0 : in[0];
  return std::signbit(value(unit, in[0])) ? 0 : in[0];
}

std::uint64_t float_root(const Unit& unit, Inputs in) {
  return rounded(unit, std::sqrt(value(unit, in[0])));
}

std::uint64_t float_exponential(const Unit& unit, Inputs in) {
  return flushed(unit, std::exp(static_cast<long double>(value(unit, in[0]))));
}

std::uint64_t float_logarithm(const Unit& unit, Inputs in) {
  return rounded(unit, std::log(static_cast<long double>(seen(unit, in[0]))));
}

std::uint64_t float_fmod(const Unit& unit, Inputs in) {
  return unit.rounded(first_float_remainder(unit, in, false));
}

std::uint64_t float_modulo(const Unit& unit, Inputs in) {
  const std::uint64_t bits = first_float_remainder(unit, in, true);
  const double rest = value(unit, bits);
  if (!wants_other_sign(unit, in, rest)) return unit.rounded(bits);
  return rounded(unit, rest + value(unit, in[1]));
}

}  // namespace assay::simulator
