// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/power.hpp"

#include <cmath>
#include <optional>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/integer.hpp"
#include "reference/ops/arithmetic.hpp"

namespace assay::ops {
namespace {

using numerics::Real;
using numerics::Wide;

std::uint64_t low_bits_of_power(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result *= base;
    base *= base;
  }
  return result;
}

std::uint64_t power_of(Wide base, Wide exponent) {
  if (exponent == 0 || base == 1) return 1;
  if (base == -1) return exponent % 2 == 0 ? 1 : ~std::uint64_t{0};
  if (exponent < 0) return 0;
  return low_bits_of_power(static_cast<std::uint64_t>(base), static_cast<std::uint64_t>(exponent));
}

Wide argument(const ElementContext& cell, std::size_t index, ElementType as) {
  return numerics::integer_value(as, cell.arguments[index].bits);
}

std::uint64_t nearest(ElementType type, const Real& x) {
  return numerics::encode(type, x, numerics::RoundMode::nearest_even);
}

bool is_whole(double x) { return std::isfinite(x) && std::trunc(x) == x; }

struct Powers {
  double base;
  double exponent;
  std::uint64_t ieee;  ///< the result of IEEE 754
};

/// The possible results of the A2A3 headers where they deviate from IEEE 754; nothing elsewhere.
/// Open are the logarithm of a negative number, which the manual leaves to the target, and that of
/// 1 times an infinity, as no page says that an estimate of it is zero.
std::optional<Acceptable> on_a2a3(ElementType to, const Powers& of) {
  if (of.exponent == 0) return exactly(of.ieee);
  if (of.base == 0) return exactly(of.exponent > 0 ? 0 : numerics::infinity(to, false));
  if (of.base == 1 && std::isnan(of.exponent)) return any_nan(to);
  if (of.base == 1 && std::isinf(of.exponent)) return left_to_target(of.ieee);
  const bool open = of.base < 0 && of.base != -1 && !is_whole(of.exponent);
  if (std::isnan(of.exponent) || std::isnan(of.base)) return std::nullopt;
  if (open || (of.base == -1 && std::isfinite(of.exponent) && !is_whole(of.exponent))) {
    return left_to_target(of.ieee);
  }
  // Parity is that of an int, which saturates at an odd number.
  const bool saturates =
      of.base < 0 && std::isfinite(of.exponent) && std::fabs(of.exponent) >= 0x1p31;
  if (!saturates) return std::nullopt;
  const std::uint64_t sign = mask_of(to) ^ (mask_of(to) >> 1);
  return either(of.ieee, of.ieee ^ sign);
}

}  // namespace

Acceptable integer_power(const ElementContext& cell) { return integer_power_as(cell, cell.to); }

Acceptable integer_power_as(const ElementContext& cell, ElementType as) {
  const Wide base = argument(cell, 0, as), exponent = argument(cell, 1, as);
  const std::uint64_t bits = power_of(base, exponent) & mask_of(cell.to);
  return base == 0 && exponent < 0 ? left_to_target(bits) : exactly(bits);
}

Acceptable float_power(const ElementContext& cell) {
  const Real base = cell.arguments[0].real(), exponent = cell.arguments[1].real();
  const Real exact = numerics::power(base, exponent);
  return of_one_sign(cell.to, within(cell.to, exact, cell.tolerance));
}

Acceptable estimated_power(const ElementContext& cell) {
  return or_zero(cell.to, float_power(cell));
}

Acceptable a2a3_power(const ElementContext& cell) {
  const Real base = cell.arguments[0].real(), exponent = cell.arguments[1].real();
  const Real exact = numerics::power(base, exponent);
  const Powers of{base.to_double(), exponent.to_double(), nearest(cell.to, exact)};
  return on_a2a3(cell.to, of).value_or(estimated_power(cell));
}

}  // namespace assay::ops
