// SPDX-License-Identifier: Apache-2.0
// Many distances of one type: ulp_distance() without arbitrary precision where doubles do.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "reference/isa/types/element_type.hpp"

namespace assay::numerics {

/// The meaning of a double that represents an exact value.
enum class Centre : std::uint8_t {
  exact,  ///< the value itself, or the double nearest to it
  /// Somewhere near it: a value nearer to a power of two than 2^-42 of it counts as that power,
  /// because the double may not determine on which side of it the value is.
  nearby,
};

/// ulp_distance(type, got, exact) for one type, to the last bit. In integers of at most 32 bits and
/// binary formats of at most 24 significant bits a difference to a double is rounded once, and the
/// division by the ulp, a power of two, is exact; the others go by the definition.
class UlpMeter {
 public:
  explicit UlpMeter(ElementType type, Centre centre = Centre::exact);

  /// Nothing for NaN.
  std::optional<double> operator()(std::uint64_t got, double exact) const {
    if (!direct_) return by_definition(got, exact);
    if ((got & magnitude_) > last_ || std::isnan(exact)) return std::nullopt;
    const double number = value_of(got);
    if ((number == top_ && exact > top_) || (number == bottom_ && exact < bottom_)) return 0;
    double target = exact;
    if (std::isinf(exact)) target = exact > 0 ? top_ : bottom_;
    return std::fabs(number - target) * per_ulp(target);
  }

  /// The same between two patterns; an infinity counts as the end of the format.
  std::optional<double> between(std::uint64_t got, std::uint64_t wanted) const {
    if (!direct_) return by_definition(got, wanted);
    if ((wanted & magnitude_) > last_) return std::nullopt;
    return (*this)(got, value_of(wanted));
  }

 private:
  static constexpr int double_bias = 1023;
  static constexpr int double_fraction = 52;

  static double two_to(int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + double_bias)
                                 << double_fraction);
  }

  std::optional<double> by_definition(std::uint64_t got, double exact) const;
  std::optional<double> by_definition(std::uint64_t got, std::uint64_t wanted) const;

  /// A number or an infinity, as what it counts as.
  double value_of(std::uint64_t got) const {
    if (!is_float_) {
      const std::uint64_t number = got & magnitude_;
      const double wrap = (number & sign_) != 0 ? 2 * static_cast<double>(sign_) : 0;
      return static_cast<double>(number) - wrap;
    }
    const std::uint64_t fraction = got & ((std::uint64_t{1} << fraction_bits_) - 1);
    const int field = static_cast<int>((got & magnitude_) >> fraction_bits_);
    const std::uint64_t leading = field == 0 ? 0 : std::uint64_t{1} << fraction_bits_;
    const double size = static_cast<double>(fraction | leading) *
                        two_to(std::max(field, 1) - bias_ - fraction_bits_);
    return (got & sign_) != 0 ? -size : size;
  }

  /// 1 / ulp(exact).
  double per_ulp(double exact) const {
    if (!is_float_) return 1;
    const std::uint64_t size = std::bit_cast<std::uint64_t>(std::fabs(exact)) + snap_;
    const int exponent = static_cast<int>(size >> double_fraction) - double_bias;
    return two_to(fraction_bits_ - std::clamp(exponent, lowest_, highest_));
  }

  ElementType type_;
  bool is_float_;
  bool direct_;
  std::uint64_t snap_;           ///< in units of the last place of a double
  std::uint64_t sign_ = 0;       ///< the bit; of unsigned types none
  std::uint64_t magnitude_ = 0;  ///< all bits but the sign of floats, all bits of integers
  std::uint64_t last_ = 0;       ///< NaN where the magnitude is greater
  int fraction_bits_ = 0;
  int bias_ = 0;
  int lowest_ = 0;   ///< exponent of the smallest normal number
  int highest_ = 0;  ///< of the largest finite one
  double top_ = 0;   ///< the value of an infinity, else the largest finite value
  double bottom_ = 0;
};

}  // namespace assay::numerics
