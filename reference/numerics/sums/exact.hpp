// SPDX-License-Identifier: Apache-2.0
// Sums and dot products without rounding.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "reference/numerics/function.hpp"
#include "reference/numerics/real.hpp"
#include "reference/numerics/sums/terms.hpp"

namespace assay::numerics {

/// A sum without rounding: a fixed-point number of 896 bits, 2^-448 the lowest. Terms are elements
/// of any floating-point type but f64 (std::invalid_argument for others), products of two, or
/// doubles. 2^60 terms fit. NaN, or infinities of both signs, give NaN; one infinity gives itself.
class ExactSum {
 public:
  void add(ElementType type, std::uint64_t bits);
  void add_product(ElementType a_type, std::uint64_t a, ElementType b_type, std::uint64_t b);
  /// A multiple of 2^-448 below 2^320 in magnitude, an infinity or NaN.
  void add(double value);
  void add(const Terms& terms);
  /// a[0] b[0] + a[1] b[1] + ...; as many of one as of the other.
  void add_products(const Terms& a, const Terms& b);
  void merge(const ExactSum& other);

  /// Correctly rounded, to any element type. An exact zero is +0 (-0 in mode `floor`) unless all
  /// terms are zeros of one sign, which it then has; no terms at all give +0 (IEEE 754, 6.3).
  std::uint64_t round(ElementType to, RoundMode mode) const;
  /// Exact where 254 bits hold it, else rounded to odd: good for one later rounding, as
  /// evaluate()'s.
  Real exact() const;
  double to_double() const;  ///< nearest

 private:
  static constexpr int lowest_exponent = -448;

  friend class FloatBins;
  friend class ProductBins;
  void deposit(bool negative, std::uint64_t magnitude, int exponent);
  void note(bool not_minus_zero, bool not_plus_zero) {
    not_minus_zero_ |= not_minus_zero;
    not_plus_zero_ |= not_plus_zero;
  }
  Real rounded_to_odd(RoundMode zero_mode) const;
  struct Short {
    bool negative;
    std::uint64_t bits;
    int exponent;
  };
  std::optional<Short> shortened() const;

  std::array<std::uint64_t, 14> limbs_{};  // two's complement, least significant first
  bool nan_ = false;
  bool plus_infinity_ = false;
  bool minus_infinity_ = false;
  bool not_minus_zero_ = false;  // some term is not -0
  bool not_plus_zero_ = false;   // some term is not +0
};

}  // namespace assay::numerics
