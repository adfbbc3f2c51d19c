// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/ulp_meter.hpp"

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"

namespace assay::numerics {
namespace {

// Significant bits of a double beyond the 42 that distinguish values from a power of two.
constexpr std::uint64_t nearby = std::uint64_t{1} << 10;

// Floats whose ulp is one power of two in each binade, and that have subnormal numbers.
bool has_even_binades(const ElementFormat& format) {
  return format.type != ElementType::hif8 && format.precision > 1 && format.precision <= 24;
}

}  // namespace

UlpMeter::UlpMeter(ElementType type, Centre centre)
    : type_(type), is_float_(is_float(type)), snap_(centre == Centre::nearby ? nearby : 0) {
  const ElementFormat& format = format_of(type);
  direct_ = is_float_ ? has_even_binades(format) : format.bits <= 32;
  if (!direct_) return;
  const ElementClasses& classes = classes_of(type);
  magnitude_ = classes.magnitude;
  last_ = std::min(classes.last, magnitude_);
  if (!is_float_) {
    sign_ = is_signed(type) ? std::uint64_t{1} << (format.bits - 1) : 0;
    top_ = value_of(largest_finite(type, false));
    bottom_ = value_of(largest_finite(type, true));
    return;
  }
  sign_ = classes.sign;
  fraction_bits_ = format.precision - 1;
  bias_ = format.bias;
  top_ = value_of(last_);
  bottom_ = -top_;
  lowest_ = 1 - bias_;
  highest_ = static_cast<int>(last_ >> fraction_bits_) - bias_ - (format.has_infinity ? 1 : 0);
}

std::optional<double> UlpMeter::by_definition(std::uint64_t got, double exact) const {
  return ulp_distance(type_, got, exact);
}

std::optional<double> UlpMeter::by_definition(std::uint64_t got, std::uint64_t wanted) const {
  return ulp_distance(type_, got, decode(type_, wanted));
}

}  // namespace assay::numerics
