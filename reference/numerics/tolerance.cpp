// SPDX-License-Identifier: Apache-2.0
// Accepted ranges and distances in ulp.
#include <algorithm>
#include <cmath>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/ladder.hpp"
#include "reference/numerics/real.hpp"
#include "reference/numerics/real_access.hpp"

namespace assay::numerics {
namespace {

/// ulp(value) as real.hpp defines it; value is finite.
Big ulp_of(ElementType type, const Big& value) {
  if (is_integer(type)) return 1;
  const std::int64_t lowest = ladder::lowest_binade(type);
  std::int64_t exponent = lowest;
  if (!value.is_zero()) exponent = mpfr_get_exp(value.backend().data()) - 1;
  exponent = std::clamp<std::int64_t>(exponent, lowest, ladder::highest_binade(type));
  return power_of_two(ladder::binade(type, exponent).quantum);
}

/// The value of an infinity in distances; the format has infinities.
Big infinity_value(ElementType type) { return power_of_two(ladder::highest_binade(type) + 1); }

Big margin(ElementType type, const Big& exact, const Tolerance& tolerance) {
  if (tolerance.kind == Tolerance::Kind::ulp) return tolerance.bound * ulp_of(type, exact);
  return tolerance.bound * abs(exact);
}

/// The outermost format value that is not beyond `end`, for a range around a value with that sign.
std::uint64_t outermost(ElementType type, const Big& end, RoundMode inward, bool negative) {
  const bool lower_end = inward == RoundMode::ceil;
  if (format_of(type).has_infinity) {
    const Big last = infinity_value(type);
    if (!lower_end && end >= last) return infinity(type, false);
    if (lower_end && end <= -last) return infinity(type, true);
  }
  const std::uint64_t bits = encode(type, RealAccess::make(end), inward);
  if (is_zero(type, bits)) return encode(type, make_scaled(negative, 0, 0), inward);
  return bits;
}

/// The last value of the format on one side, an infinity as the value it counts as.
Big end_of_format(ElementType type, bool negative) {
  if (!format_of(type).has_infinity) {
    return RealAccess::big(decode(type, largest_finite(type, negative)));
  }
  return negative ? Big(-infinity_value(type)) : infinity_value(type);
}

}  // namespace

Accepted accepted(ElementType type, const Real& exact, const Tolerance& tolerance) {
  const std::uint64_t value = encode(type, exact, RoundMode::nearest_even);
  const Accepted alone{value, value, value};
  const bool ranges =
      tolerance.kind == Tolerance::Kind::ulp || tolerance.kind == Tolerance::Kind::relative;
  if (!ranges || exact.is_nan() || exact.is_infinite() || exact.is_zero()) return alone;
  const Big& centre = RealAccess::big(exact);
  const Big reach = margin(type, centre, tolerance);
  const bool negative = exact.is_negative();
  // Sums rounded to odd: an end just next to a format value must not become that value.
  const Real reach_value = RealAccess::make(reach);
  const Big low_end = RealAccess::big(exact - reach_value);
  const Big high_end = RealAccess::big(exact + reach_value);
  const std::uint64_t low = outermost(type, low_end, RoundMode::ceil, negative);
  const std::uint64_t high = outermost(type, high_end, RoundMode::floor, negative);
  // No format value is near enough: the tolerance is finer than the format there.
  if (order_key(type, low) > order_key(type, high)) return alone;
  return {value, low, high};
}

std::optional<double> ulp_distance(ElementType type, std::uint64_t got, const Real& exact) {
  const Real got_value = decode(type, got);
  if (got_value.is_nan() || exact.is_nan()) return std::nullopt;
  const Big top = end_of_format(type, false);
  const Big bottom = end_of_format(type, true);
  const Big value = std::clamp(RealAccess::big(got_value), bottom, top);
  Big target = RealAccess::big(exact);
  if ((value == top && target > top) || (value == bottom && target < bottom)) return 0;
  if (std::isinf(exact.to_double())) target = exact.is_negative() ? bottom : top;
  const Big distance = abs(value - target);
  return RealAccess::make(distance / ulp_of(type, target)).to_double();
}

std::optional<double> ulp_distance(ElementType type, std::uint64_t got, double exact) {
  return ulp_distance(type, got, Real(exact));
}

}  // namespace assay::numerics
