// SPDX-License-Identifier: Apache-2.0
// Data for sums: value plans over the exponents, signs and kinds of a format.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"
#include "reference/numerics/sums/test/orders.hpp"

namespace assay::numerics::orders {
namespace {

using Values = std::vector<double>;

double value_of_bits(ElementType type, std::uint64_t bits) {
  return decode(type, bits).to_double();
}

double sign(Random& random) { return random() % 2 == 0 ? 1 : -1; }

int top_exponent(ElementType type) {
  return std::ilogb(value_of_bits(type, largest_finite(type, false)));
}

/// A random significand in [1, 2) of the precision of the type.
double significand(ElementType type, Random& random) {
  const int bits = format_of(type).precision - 1;
  return 1 + std::ldexp(static_cast<double>(random() >> (64 - bits)), -bits);
}

template <typename Make>
Values filled(std::int64_t count, Make make) {
  Values values;
  for (std::int64_t i = 0; i < count; ++i) values.push_back(make());
  return values;
}

Values any_exponent(ElementType type, std::int64_t count, Random& random) {
  return filled(count, [&] {
    for (;;) {
      const double value = value_of_bits(type, random() & mask_of(type));
      if (std::isfinite(value)) return value;
    }
  });
}

Values few_exponents(ElementType type, std::int64_t count, Random& random) {
  return filled(count, [&] {
    const int exponent = static_cast<int>(below(8, random)) - 4;
    return sign(random) * std::ldexp(significand(type, random), exponent);
  });
}

Values same_magnitude(ElementType type, std::int64_t count, Random& random) {
  return filled(count, [&] { return sign(random) * significand(type, random); });
}

Values same_sign(ElementType type, std::int64_t count, Random& random) {
  return filled(count, [&] { return significand(type, random); });
}

/// Pairs that cancel except for a few units in the last place, far apart from each other.
Values cancellation(ElementType type, std::int64_t count, Random& random) {
  Values values = few_exponents(type, count, random);
  const double ulp = std::ldexp(1.0, 1 - format_of(type).precision);
  for (std::int64_t i = 0; i < count / 2; ++i) {
    const double value = values[static_cast<std::size_t>(i)];
    const double near = std::ldexp(ulp, std::ilogb(value)) * static_cast<double>(below(3, random));
    const double opposite = std::signbit(value) ? -value - near : near - value;
    values[static_cast<std::size_t>(count - 1 - i)] = opposite;
  }
  return values;
}

Values integers(ElementType type, std::int64_t count, Random& random) {
  const std::int64_t most = std::int64_t{1} << (format_of(type).precision - 1);
  return filled(count, [&] { return static_cast<double>(below(2 * most + 1, random) - most); });
}

/// One or two digits: the sums are exact in most types.
Values small_integers(ElementType, std::int64_t count, Random& random) {
  return filled(count, [&] { return static_cast<double>(below(9, random) - 4); });
}

Values near_overflow(ElementType type, std::int64_t count, Random& random) {
  const int top = top_exponent(type);
  const double bias = random() % 2 == 0 ? sign(random) : 0;
  return filled(count, [&] {
    const int down = static_cast<int>(below(10, random));
    const double value = std::ldexp(significand(type, random), top - down);
    const double largest = value_of_bits(type, largest_finite(type, false));
    return (bias != 0 ? bias : sign(random)) * std::min(value, largest);
  });
}

/// Some near the largest number, of one sign, and others too small to reach the other infinity.
Values one_end(ElementType type, std::int64_t count, Random& random) {
  const int top = top_exponent(type);
  const double end = sign(random);
  const double largest = value_of_bits(type, largest_finite(type, false));
  return filled(count, [&] {
    const double one = significand(type, random);
    if (below(4, random) != 0)
      return sign(random) * std::ldexp(one, -static_cast<int>(below(9, random)));
    return end * std::min(std::ldexp(one, top - static_cast<int>(below(6, random))), largest);
  });
}

Values subnormals(ElementType type, std::int64_t count, Random& random) {
  const std::uint64_t end = 4 * smallest_normal(type);
  return filled(count, [&] { return sign(random) * value_of_bits(type, random() % end); });
}

/// Products of these are around the smallest numbers of the accumulation type.
Values around_underflow(ElementType type, std::int64_t count, Random& random) {
  const int lowest = std::max(-70, -format_of(type).bias);
  return filled(count, [&] {
    const int exponent = lowest + static_cast<int>(below(8, random));
    const double quantum = value_of_bits(type, smallest_subnormal(type));
    const double value = std::ldexp(significand(type, random), exponent);
    return sign(random) * std::nearbyint(value / quantum) * quantum;
  });
}

Values specials(ElementType type, std::int64_t count, Random& random) {
  Values values = few_exponents(type, count, random);
  const double infinite = random() % 2 == 0 ? HUGE_VAL : -HUGE_VAL;
  const bool both = random() % 4 == 0;
  for (double& value : values) {
    const std::int64_t choice = below(64, random);
    if (choice < 4) value = choice < 2 ? 0.0 : -0.0;
    if (choice == 4) value = value_of_bits(type, largest_finite(type, random() % 2 == 0));
    if (!format_of(type).has_infinity || choice < 5 || choice > 6) continue;
    value = both ? -infinite : infinite;
    if (choice == 6 && random() % 4 == 0) value = std::numeric_limits<double>::quiet_NaN();
  }
  return values;
}

Values zeros(ElementType, std::int64_t count, Random& random) {
  const std::int64_t plus = random() % 2 == 0 ? 0 : 8;
  return filled(count, [&] { return below(64, random) < plus ? 0.0 : -0.0; });
}

Values one_dominates(ElementType type, std::int64_t count, Random& random) {
  Values values = few_exponents(type, count, random);
  values[static_cast<std::size_t>(below(count, random))] =
      sign(random) * std::ldexp(significand(type, random), std::min(14, top_exponent(type)));
  return values;
}

/// Halves of units in the last place of one large term: the worst that nearest rounding can do.
Values ties(ElementType type, std::int64_t count, Random& random) {
  const double half = std::ldexp(1.0, -format_of(type).precision);
  Values values = filled(count, [&] { return half * static_cast<double>(1 + below(2, random)); });
  values[0] = 1;
  return values;
}

constexpr std::array plans{
    Plan{"any exponent", any_exponent},
    Plan{"few exponents", few_exponents},
    Plan{"same magnitude", same_magnitude},
    Plan{"same sign", same_sign},
    Plan{"cancellation", cancellation},
    Plan{"integers", integers},
    Plan{"small integers", small_integers},
    Plan{"near overflow", near_overflow},
    Plan{"one end", one_end},
    Plan{"subnormals", subnormals},
    Plan{"around underflow", around_underflow},
    Plan{"specials", specials},
    Plan{"zeros", zeros},
    Plan{"one dominates", one_dominates},
    Plan{"ties", ties},
};

}  // namespace

std::span<const Plan> value_plans() { return plans; }

ElementArray as_elements(ElementType type, std::span<const double> values) {
  ElementArray elements(type, static_cast<std::int64_t>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    elements.set(static_cast<std::int64_t>(i),
                 encode(type, Real(values[i]), RoundMode::nearest_even));
  }
  return elements;
}

std::vector<double> as_doubles(const ElementArray& elements) {
  Values values;
  for (std::int64_t i = 0; i < elements.size(); ++i) {
    values.push_back(value_of_bits(elements.type(), elements[i]));
  }
  return values;
}

Terms terms_of(const ElementArray& elements) {
  return {elements.type(), elements.bytes(), elements.size()};
}

std::int64_t mixed_length(std::int64_t most, Random& random) {
  const auto bits = static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(most)));
  const std::int64_t end = std::int64_t{1} << (1 + below(bits, random));
  return std::min(most, end / 2 + below(end / 2 + 1, random));
}

std::int64_t below(std::int64_t bound, Random& random) {
  return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bound));
}

}  // namespace assay::numerics::orders
