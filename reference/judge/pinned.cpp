// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/pinned.hpp"

#include <algorithm>

#include "reference/numerics/classify.hpp"

namespace assay {
namespace {

std::int64_t reach(const ExpectedTile& tile, std::int64_t index) {
  const ElementType type = tile.value.type();
  const auto key = [type](std::uint64_t bits) { return numerics::order_key(type, bits); };
  const std::int64_t middle = key(tile.value[index]);
  return std::max(middle - key(tile.low[index]), key(tile.high[index]) - middle);
}

void add_element(Pinned& pinned, const ExpectedTile& tile, std::int64_t index) {
  switch (tile.accept[static_cast<std::size_t>(index)]) {
    case Accept::unspecified:
      return;
    case Accept::exact:
    case Accept::preserved:
      ++pinned.exact;
      return;
    case Accept::interval:
    case Accept::interval_or_zero: {
      const std::int64_t ulp = reach(tile, index);
      ++(ulp <= tight_ulp ? pinned.tight : pinned.wide);
      if (ulp > tight_ulp) pinned.widest = std::max(pinned.widest, ulp);
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

double Pinned::share() const {
  const std::int64_t all = elements();
  return all == 0 ? 1.0 : static_cast<double>(exact + tight + any_nan) / static_cast<double>(all);
}

void Pinned::add(std::span<const Expected> expected) {
  Pinned of_case;
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

Pinned& Pinned::operator+=(const Pinned& other) {
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
