// SPDX-License-Identifier: Apache-2.0
// Elements as text: as C prints them, and as a person reads them.
#include <fmt/format.h>

#include <boost/multiprecision/gmp.hpp>
#include <cassert>
#include <charconv>
#include <limits>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/ladder.hpp"
#include "reference/numerics/real.hpp"

namespace assay::numerics {
namespace {

using boost::multiprecision::mpz_int;

std::string integer_text(ElementType type, std::uint64_t bits) {
  if (is_signed(type)) return fmt::format("{}", order_key(type, bits));
  return fmt::format("{}", bits & mask_of(type));
}

ladder::Scaled scaled_of(ElementType type, std::uint64_t bits) {
  const auto sign_cleared = is_negative(type, bits) ? bits & (mask_of(type) >> 1) : bits;
  return ladder::value_of_rung(type, ladder::rung_of_bits(type, sign_cleared));
}

/// n * 2^quantum * 10^precision, rounded to nearest even.
mpz_int rounded_decimal(const ladder::Scaled& value, int precision) {
  mpz_int number = value.n * pow(mpz_int(10), static_cast<unsigned>(precision));
  if (value.quantum >= 0) return number << value.quantum;
  const auto shift = static_cast<unsigned>(-value.quantum);
  const mpz_int whole = number >> shift;
  const mpz_int twice_rest = (number - (whole << shift)) << 1;
  const mpz_int unit = mpz_int(1) << shift;
  const bool up = twice_rest > unit || (twice_rest == unit && bit_test(whole, 0));
  return up ? mpz_int(whole + 1) : whole;
}

std::string fixed_magnitude(const ladder::Scaled& value, int precision) {
  std::string digits = rounded_decimal(value, precision).str();
  if (precision == 0) return digits;
  const auto places = static_cast<std::size_t>(precision);
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  digits.insert(digits.end() - precision, '.');
  return digits;
}

std::string float_text(ElementType type, std::uint64_t bits, int precision) {
  // The one NaN of HiFloat8 is the pattern that would be -0; it has no sign to print.
  const bool minus = is_negative(type, bits) && !(type == ElementType::hif8 && is_nan(type, bits));
  const std::string sign = minus ? "-" : "";
  if (is_nan(type, bits)) return sign + "nan";
  if (is_infinite(type, bits)) return sign + "inf";
  return sign + fixed_magnitude(scaled_of(type, bits), precision);
}

/// The fewest digits that name a finite value among those of its format; six at least, so that
/// values of narrow formats are not rounded further.
std::string decimal_text(ElementType type, std::uint64_t bits) {
  constexpr int fewest = 6;
  constexpr int most = std::numeric_limits<double>::max_digits10;
  const double value = decode(type, bits).to_double();
  for (int digits = fewest;; ++digits) {
    std::string decimal = fmt::format("{:.{}g}", value, digits);
    double named = 0;
    std::from_chars(decimal.data(), decimal.data() + decimal.size(), named);
    const bool is_named = encode(type, Real(named), RoundMode::nearest_even) == bits;
    if (is_named || digits == most) return decimal;
  }
}

}  // namespace

std::string print_fixed(ElementType type, std::uint64_t bits, int width, int precision) {
  assert(width >= 0 && precision >= 0);
  bits &= mask_of(type);
  const std::string text =
      is_float(type) ? float_text(type, bits, precision) : integer_text(type, bits);
  return fmt::format("{:>{}}", text, width);
}

std::string hex_bits(ElementType type, std::uint64_t bits) {
  return fmt::format("0x{:0{}x}", bits, (bits_of(type) + 3) / 4);
}

std::string describe(ElementType type, std::uint64_t bits) {
  bits &= mask_of(type);
  if (is_integer(type)) return integer_text(type, bits);
  if (is_nan(type, bits)) return fmt::format("nan(0x{:0{}x})", bits, (bits_of(type) + 3) / 4);
  if (is_infinite(type, bits)) return is_negative(type, bits) ? "-inf" : "inf";
  return decimal_text(type, bits);
}

}  // namespace assay::numerics
