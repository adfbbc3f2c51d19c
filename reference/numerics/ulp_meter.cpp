// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/ulp_meter.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/numerics/real.hpp"

namespace assay::numerics {
namespace {

constexpr int double_bias = 1023;
constexpr int double_fraction = 52;

double two_to(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + double_bias)
                               << double_fraction);
}

}  // namespace

UlpMeter::UlpMeter(ElementType type) : type_(type) {
  const ElementFormat& format = format_of(type);
  direct_ =
      is_float(type) && format.has_infinity && type != ElementType::hif8 && format.precision <= 24;
  if (!direct_) return;
  sign_ = std::uint64_t{1} << (format.bits - 1);
  fraction_bits_ = format.precision - 1;
  exponent_mask_ = (1 << format.exponent_bits) - 1;
  bias_ = format.bias;
  end_ = two_to(exponent_mask_ - bias_);
}

/// A number or an infinity, as what it counts as.
double UlpMeter::value_of(std::uint64_t got) const {
  const std::uint64_t fraction = got & ((std::uint64_t{1} << fraction_bits_) - 1);
  const int field = static_cast<int>(got >> fraction_bits_) & exponent_mask_;
  const std::uint64_t leading = field == 0 ? 0 : std::uint64_t{1} << fraction_bits_;
  const double size =
      static_cast<double>(fraction | leading) * two_to(std::max(field, 1) - bias_ - fraction_bits_);
  return (got & sign_) != 0 ? -size : size;
}

std::optional<double> UlpMeter::operator()(std::uint64_t got, double exact) const {
  if (!direct_) return ulp_distance(type_, got, exact);
  const std::uint64_t magnitude = got & (sign_ - 1);
  const std::uint64_t infinite = static_cast<std::uint64_t>(exponent_mask_) << fraction_bits_;
  if (magnitude > infinite || std::isnan(exact)) return std::nullopt;
  const double value = value_of(got);
  if ((value == end_ && exact > end_) || (value == -end_ && exact < -end_)) return 0;
  const double target = std::isinf(exact) ? std::copysign(end_, exact) : exact;
  const int exponent =
      static_cast<int>(std::bit_cast<std::uint64_t>(target) >> double_fraction & 0x7FF) -
      double_bias;
  const int binade = std::clamp(exponent, 1 - bias_, exponent_mask_ - 1 - bias_);
  return std::fabs(value - target) * two_to(fraction_bits_ - binade);
}

}  // namespace assay::numerics
