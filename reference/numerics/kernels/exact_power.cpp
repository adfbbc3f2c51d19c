// SPDX-License-Identifier: Apache-2.0
// With x = m * 2^k and y = n * 2^j, m and n odd: a power is a dyadic fraction only if roots of m
// and of 2^k come out (j < 0), and if it is no fraction of m (n < 0).
#include "reference/numerics/kernels/exact_power.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace assay::numerics::kernels {
namespace {

/// significand * 2^exponent with an odd significand.
struct Odd {
  std::int64_t significand;
  int exponent;
};
Odd odd_part(double size) {
  const auto bits = std::bit_cast<std::uint64_t>(size);
  const std::uint64_t significand = (bits & ((std::uint64_t{1} << 52) - 1)) | std::uint64_t{1}
                                                                                  << 52;
  const int zeros = std::countr_zero(significand);
  return {static_cast<std::int64_t>(significand >> zeros),
          static_cast<int>(bits >> 52) - 1075 + zeros};
}

/// The square root of a number below 2^24, 0 if it is not whole.
std::int64_t whole_root(std::int64_t square) {
  const auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
  return root * root == square ? root : 0;
}

/// m^n below 2^52, 0 if it is not.
std::int64_t small_power(std::int64_t m, double n) {
  constexpr std::int64_t end = std::int64_t{1} << 52;
  if (n < 0 || n > 64) return 0;
  std::int64_t product = 1;
  for (int i = 0; i < static_cast<int>(n); ++i) {
    if (product >= end / m) return 0;
    product *= m;
  }
  return product;
}

}  // namespace

std::optional<double> exact_power(double x, double y) {
  if (x == 0 || y == 0 || !std::isfinite(x) || !std::isfinite(y)) return std::nullopt;
  Odd base = odd_part(std::fabs(x));
  const Odd power = odd_part(std::fabs(y));
  const bool negative = x < 0 && power.exponent == 0;
  if (x < 0 && power.exponent < 0) return std::nullopt;
  if (base.significand == 1 && base.exponent == 0) return negative ? -1 : 1;
  double whole = y;
  for (int j = power.exponent; j < 0; ++j) {
    base.significand = whole_root(base.significand);
    if (base.significand == 0 || base.exponent % 2 != 0) return std::nullopt;
    base.exponent /= 2;
    whole *= 2;
    if (base.significand == 1 && base.exponent == 0) return std::nullopt;  // only of 1, seen above
  }
  const double exponent = base.exponent * whole;
  if (std::fabs(exponent) > 900) return std::nullopt;
  const std::int64_t product = base.significand == 1 ? 1 : small_power(base.significand, whole);
  if (product == 0) return std::nullopt;
  const auto unit =
      std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<int>(exponent) + 1023) << 52);
  const double result = static_cast<double>(product) * unit;
  return negative ? -result : result;
}

}  // namespace assay::numerics::kernels
