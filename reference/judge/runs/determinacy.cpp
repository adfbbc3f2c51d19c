// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/runs/determinacy.hpp"

#include <algorithm>
#include <cmath>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"

namespace assay {
namespace {

/// Distance between a number and its neighbour away from zero.
double ulp_at(ElementType type, std::uint64_t bits) {
  const auto number = [type](std::uint64_t of) { return numerics::decode(type, of).to_double(); };
  const std::uint64_t magnitude = bits & numerics::classes_of(type).magnitude;
  const double size = number(magnitude);
  const double step = number(magnitude + 1) - size;
  return std::isfinite(step) ? step : size - number(magnitude - 1);
}

/// From the value to the farther end in numbers of the format, an infinity being one of them.
double reach_in_numbers(const ExpectedTile& tile, std::int64_t index) {
  const ElementType type = tile.value.type();
  const auto key = [type](std::uint64_t of) { return numerics::order_key(type, of); };
  const std::int64_t middle = key(tile.value[index]);
  const std::int64_t low = key(tile.low[index]), high = key(tile.high[index]);
  return static_cast<double>(std::max(middle - low, high - middle));
}

/// The same in ulp of the value: below a power of two numbers lie closer.
double reach_in_ulp(const ExpectedTile& tile, std::int64_t index) {
  const ElementType type = tile.value.type();
  const auto number = [type](std::uint64_t of) { return numerics::decode(type, of).to_double(); };
  const double middle = number(tile.value[index]);
  const double far = std::max(std::fabs(middle - number(tile.low[index])),
                              std::fabs(number(tile.high[index]) - middle));
  const double ulp = ulp_at(type, tile.value[index]);
  return std::isfinite(far) && ulp > 0 ? far / ulp : HUGE_VAL;
}

void add_element(Determinacy& pinned, const ExpectedTile& tile, std::int64_t index) {
  switch (tile.accept[static_cast<std::size_t>(index)]) {
    case Accept::unspecified:
      return;
    case Accept::exact:
    case Accept::preserved:
    case Accept::some_bits:
      ++pinned.exact;
      return;
    case Accept::interval:
    case Accept::interval_or_zero: {
      // The value is the exact one rounded, which may differ from it by half an ulp.
      const double ulp = std::min(reach_in_ulp(tile, index), reach_in_numbers(tile, index));
      const bool tight = ulp <= tight_ulp + 0.5;
      ++(tight ? pinned.tight : pinned.wide);
      if (!tight) pinned.widest = std::max(pinned.widest, ulp);
      return;
    }
    case Accept::any_nan:
      ++pinned.any_nan;
      return;
    case Accept::any_of:
      ++pinned.any_of;
      return;
    case Accept::target_defined:
      ++pinned.open;
      return;
  }
}

}  // namespace

double Determinacy::share() const {
  const std::int64_t all = elements();
  return all == 0 ? 1.0 : static_cast<double>(exact + tight + any_nan) / static_cast<double>(all);
}

void Determinacy::add(std::span<const Expected> expected) {
  Determinacy of_case;
  for (const Expected& one : expected) {
    if (const auto* text = std::get_if<ExpectedText>(&one)) {
      ++(text->readings.size() == 1 ? of_case.exact : of_case.any_of);
      continue;
    }
    const auto& tile = std::get<ExpectedTile>(one);
    for (std::int64_t i = 0; i < std::ssize(tile.accept); ++i) add_element(of_case, tile, i);
  }
  of_case.cases = 1;
  of_case.idle_cases = of_case.open > 0 && of_case.open == of_case.elements() ? 1 : 0;
  *this += of_case;
}

Determinacy& Determinacy::operator+=(const Determinacy& other) {
  exact += other.exact;
  tight += other.tight;
  wide += other.wide;
  widest = std::max(widest, other.widest);
  any_nan += other.any_nan;
  any_of += other.any_of;
  open += other.open;
  cases += other.cases;
  idle_cases += other.idle_cases;
  return *this;
}

}  // namespace assay
