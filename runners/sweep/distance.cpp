// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/distance.hpp"

#include <stdexcept>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"

namespace assay::runners {
namespace {

/// Binary formats with subnormal numbers: below the smallest normal one the ulp stays the same.
bool has_even_binades(const ElementFormat& format) {
  return format.type != ElementType::hif8 && format.precision > 1 &&
         numerics::is_subnormal(format.type, 1);
}

}  // namespace

UlpDistance::UlpDistance(ElementType type)
    : type_(type), is_float_(is_float(type)), is_signed_(is_signed(type)) {
  const ElementFormat& format = format_of(type);
  if (format.bits > 32) throw std::invalid_argument("distances of 64 bits are not measured");
  const auto number = [type](std::uint64_t bits) {
    return numerics::decode(type, bits).to_double();
  };
  if (format.bits <= 16) {
    for (std::uint64_t bits = 0; bits <= mask_of(type); ++bits) {
      values_.push_back(static_cast<float>(number(bits)));
    }
  }
  const double largest = number(numerics::largest_finite(type, false));
  top_ = largest;
  bottom_ = number(numerics::largest_finite(type, true));
  direct_ = !is_float_ || has_even_binades(format);
  if (!is_float_ || !direct_) return;
  precision_ = format.precision;
  highest_ = std::ilogb(largest);
  lowest_ = std::ilogb(number(1)) + precision_ - 1;
  if (!format.has_infinity) return;
  top_ = std::ldexp(1.0, highest_ + 1);
  bottom_ = -top_;
}

double UlpDistance::by_definition(std::uint32_t got, double exact) const {
  return numerics::ulp_distance(type_, got, exact)
      .value_or(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace assay::runners
