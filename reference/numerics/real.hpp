// SPDX-License-Identifier: Apache-2.0
// Exact or arbitrarily precise extended numbers, and the way from and to element formats.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "reference/isa/spec/expected.hpp"
#include "reference/isa/types/element_type.hpp"
#include "reference/numerics/function.hpp"

namespace assay::numerics {

/// A real number, a signed infinity, a signed zero or NaN, with 254 bits. Values decoded from an
/// element format are exact; results of evaluate() are exact or rounded to odd, so that one later
/// rounding to a format gives what the exact value would give.
class Real {
 public:
  Real();
  explicit Real(double value);
  explicit Real(std::int64_t value);
  explicit Real(std::uint64_t value);
  Real(const Real&);
  Real(Real&&) noexcept;
  Real& operator=(const Real&);
  Real& operator=(Real&&) noexcept;
  ~Real();

  static Real infinity(bool negative);
  static Real nan();

  bool is_nan() const;
  bool is_infinite() const;
  bool is_zero() const;
  bool is_negative() const;  ///< sign bit, also of zero
  double to_double() const;  ///< nearest

 private:
  struct Number;
  std::unique_ptr<Number> number_;
  friend struct RealAccess;
};

int compare(const Real& a, const Real& b);  ///< -1, 0, 1; zeros are equal; neither is NaN

/// Exact value of a bit pattern. 4-bit types take the low nibble.
Real decode(ElementType type, std::uint64_t bits);

/// Correctly rounded bit pattern. Overflow gives infinity if the format has one and the mode does
/// not forbid it (odd and toward_zero do), else the largest finite value; NaN gives the format's
/// quiet NaN, or 0 if it has none. Integers saturate. Ties to even, and odd, depend on the last bit
/// of the code. HiFloat8 has no -0 and gets 0; e8m0 has neither sign nor zero and gets 2^-127 for
/// everything below that.
std::uint64_t encode(ElementType type, const Real& value, RoundMode mode);

/// The C++ conversion of a scalar argument to the element type of a parameter: floats to integers
/// truncate, integers to integers wrap, everything to floats goes to nearest even in one step, and
/// the same type keeps its bits. A NaN that changes its format becomes the quiet NaN. Nothing where
/// C++ leaves the result undefined: a float outside the range of an integer type.
std::optional<std::uint64_t> convert(ElementType from, std::uint64_t bits, ElementType to);

/// Correctly rounded value and the accepted range around an exact value.
///
/// ulp(y) is the distance between neighbours of the format in the binade [2^e, 2^(e+1)) that holds
/// |y|; below the smallest normal it is the smallest subnormal, beyond the largest finite value
/// that of the last binade; 1 for integers. (HiFloat8 below its smallest normal and e8m0 have one
/// value a binade, so ulp(y) is 2^e there.) `low` and `high` are the outermost format values within
/// the tolerance of y; the correctly rounded value is always inside. An infinity counts as the
/// value 2^(e_max+1). Zeros keep their sign: the range around an exact zero is that zero alone, and
/// a range that ends in a zero has the sign of y there. Infinities and NaN have no range.
struct Accepted {
  std::uint64_t value;
  std::uint64_t low;
  std::uint64_t high;
};
Accepted accepted(ElementType type, const Real& exact, const Tolerance& tolerance);

/// |got - exact| in ulp(exact) as defined above. Infinity counts as the value 2^(e_max+1), and
/// whatever a double cannot hold as infinity. The end of the format (infinity, or the largest
/// finite value if there is none) is also at distance 0 from everything beyond it. So a distance is
/// at most N exactly where `accepted` with N ulp accepts, except for the sign of zeros. Nothing for
/// NaN.
std::optional<double> ulp_distance(ElementType type, std::uint64_t got, const Real& exact);
std::optional<double> ulp_distance(ElementType type, std::uint64_t got, double exact);

/// C's "%W.Pf" of a floating-point element, rounded to nearest even on the exact decimal expansion,
/// or "%Wd" / "%Wu" of an integer one. Infinity and NaN as "inf", "-inf", "nan", "-nan". `width`
/// and `precision` are at least 0.
std::string print_fixed(ElementType type, std::uint64_t bits, int width, int precision);

/// The pattern in the width of its type: 0x3c00.
std::string hex_bits(ElementType type, std::uint64_t bits);

/// Shortest text that a person reads: "1.5", "-0", "nan(0x7fc1)". A finite float has the fewest
/// decimal digits, six at least, that name it among the values of its format.
std::string describe(ElementType type, std::uint64_t bits);

}  // namespace assay::numerics
