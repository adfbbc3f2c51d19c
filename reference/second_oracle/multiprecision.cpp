// SPDX-License-Identifier: Apache-2.0
// exp, log and pow by Boost.Multiprecision's cpp_bin_float, which shares no code with MPFR.
#include "reference/second_oracle/multiprecision.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>

namespace assay::second_oracle {
namespace {

namespace multiprecision = boost::multiprecision;

template <int bits>
using Big = multiprecision::number<
    multiprecision::cpp_bin_float<bits, multiprecision::digit_base_2, void, std::int64_t>,
    multiprecision::et_off>;

template <int bits>
Big<bits> scaled(Big<bits> n, std::int64_t exponent) {
  return multiprecision::ldexp(n, exponent);
}

template <int bits>
Big<bits> magnitude_of(const Number& x) {
  return scaled<bits>(Big<bits>(x.significand), x.exponent);
}

template <int bits>
Big<bits> number_of(const Number& x) {
  const Big<bits> magnitude = magnitude_of<bits>(x);
  return x.negative ? Big<bits>(-magnitude) : magnitude;
}

/// The first 128 bits of a positive number.
template <int bits>
Magnitude first_bits(const Big<bits>& x) {
  const std::int64_t exponent = multiprecision::ilogb(x) - 127;
  const Big<bits> n = scaled<bits>(x, -exponent);
  const Big<bits> whole = multiprecision::trunc(n);
  const auto integer = whole.template convert_to<multiprecision::uint128_t>();
  const auto high = static_cast<u64>(integer >> 64);
  const auto low = static_cast<u64>(integer & ~u64{0});
  return {u128{high} << 64 | low, exponent, whole != n};
}

/// All but 2^(64 - bits) of x, and as much more than x.
template <int bits>
Value around(bool negative, const Big<bits>& x) {
  const Big<bits> error = scaled<bits>(x, 64 - bits);
  const Big<bits> below = x - error;
  const Big<bits> above = x + error;
  return {Kind::finite, negative, first_bits<bits>(below), first_bits<bits>(above)};
}

template <int bits>
Value evaluate(Function function, std::span<const Number> x) {
  if (function == Function::exponential) {
    return around<bits>(false, multiprecision::exp(number_of<bits>(x[0])));
  }
  const Big<bits> ln = multiprecision::log(magnitude_of<bits>(x[0]));
  if (function == Function::logarithm) return around<bits>(ln < 0, multiprecision::abs(ln));
  const Big<bits> exponent = ln * number_of<bits>(x[1]);
  return around<bits>(x[0].negative, multiprecision::exp(exponent));
}

}  // namespace

Value multiprecise(Function function, std::span<const Number> x, int level) {
  switch (level) {
    case 0:
      return evaluate<precisions[0]>(function, x);
    case 1:
      return evaluate<precisions[1]>(function, x);
    case 2:
      return evaluate<precisions[2]>(function, x);
    default:
      return evaluate<precisions[3]>(function, x);
  }
}

}  // namespace assay::second_oracle
