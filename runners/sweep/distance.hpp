// SPDX-License-Identifier: Apache-2.0
// How far results are from exact values, fast enough for all patterns of a type.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "reference/isa/element_type.hpp"

namespace assay::runners {

/// numerics::ulp_distance for patterns of one type of at most 32 bits, by double arithmetic where
/// the type has one ulp per binade. An exact value nearer to a power of two than 2^-42 of it counts
/// as that power, because a double need not tell on which side of it the value is.
class UlpDistance {
 public:
  /// Throws std::invalid_argument for a type of 64 bits.
  explicit UlpDistance(ElementType type);

  /// Number that the pattern stands for.
  double value(std::uint32_t bits) const {
    return values_.empty() ? wide_value(bits) : double{values_[bits]};
  }

  /// |value(got) - exact| in ulp(exact); NaN where one of them is NaN.
  double operator()(std::uint32_t got, double exact) const {
    if (!direct_) return by_definition(got, exact);
    const double number = value(got);
    if (std::isnan(number) || std::isnan(exact)) return std::numeric_limits<double>::quiet_NaN();
    const double inside = std::clamp(number, bottom_, top_);
    if ((inside == top_ && exact > top_) || (inside == bottom_ && exact < bottom_)) return 0;
    double target = exact;
    if (std::isinf(exact)) target = exact > 0 ? top_ : bottom_;
    return std::fabs(inside - target) * per_ulp(target);
  }

 private:
  double wide_value(std::uint32_t bits) const {
    if (is_float_) return std::bit_cast<float>(bits);
    return is_signed_ ? std::bit_cast<std::int32_t>(bits) : double(bits);
  }
  double by_definition(std::uint32_t got, double exact) const;

  /// 1 / ulp(exact).
  double per_ulp(double exact) const {
    if (!is_float_) return 1;
    constexpr std::uint64_t snap = std::uint64_t{1} << 10;  // in units of 2^-52 of the binade
    const std::uint64_t size = std::bit_cast<std::uint64_t>(std::fabs(exact)) + snap;
    const int exponent = static_cast<int>(size >> 52) - 1023;
    const int clamped = std::clamp(exponent, lowest_, highest_);
    return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + precision_ - 1 - clamped) << 52);
  }

  ElementType type_;
  bool is_float_;
  bool is_signed_;
  bool direct_ = true;
  int precision_ = 0;
  int lowest_ = 0;   ///< exponent of the smallest normal number
  int highest_ = 0;  ///< of the largest finite one
  double top_ = 0;   ///< what an infinity counts as, else the largest finite value
  double bottom_ = 0;
  std::vector<float> values_;  ///< by pattern, for types of at most 16 bits
};

}  // namespace assay::runners
