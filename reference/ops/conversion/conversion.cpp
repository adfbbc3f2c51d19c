// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/conversion/conversion.hpp"

#include <algorithm>
#include <cmath>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/integer.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using numerics::Real;
using numerics::Wide;

constexpr Wide one = 1;

/// Patterns that a value may become, the promised one first.
struct Readings {
  std::vector<std::uint64_t> bits = {};
  bool open = false;  ///< left to the target; the patterns are what is recorded
};

Readings open_as(std::uint64_t bits) { return {{bits}, true}; }

void add(Readings& all, const Readings& more) {
  all.open = all.open || more.open;
  for (const std::uint64_t bits : more.bits) {
    if (std::ranges::find(all.bits, bits) == all.bits.end()) all.bits.push_back(bits);
  }
}

/// One way to convert.
struct Way {
  Pair pair;
  Rounding rounding;
  Saturation saturation;
  bool as_is;
  Detours detours;

  bool on_cpu() const { return pair.target == Target::cpu; }
  bool saturates() const { return saturation == Saturation::on; }
};

bool is_directed(Rounding rounding) {
  return rounding != Rounding::nearest_even && rounding != Rounding::nearest_away &&
         rounding != Rounding::nearest_odd;
}

std::uint64_t encoded(ElementType to, const Real& x, Rounding rounding) {
  return numerics::encode(to, x, static_cast<RoundMode>(rounding));
}

// ---- to integers ----

/// x as a whole number. Beyond 2^100 the number there, with the sign of x: it fits no type.
Wide whole(const Real& x, Rounding rounding) {
  const double size = x.to_double();
  if (std::fabs(size) >= 0x1p100) return size < 0 ? -(one << 100) : one << 100;
  if (std::fabs(size) >= 0x1p53) return static_cast<Wide>(size);
  if (rounding != Rounding::nearest_odd) {
    return numerics::integer_value(i64, encoded(i64, x, rounding));
  }
  const Wide below = numerics::integer_value(i64, encoded(i64, x, Rounding::floor));
  const bool tie = numerics::compare(x + x, Real(static_cast<std::int64_t>(2 * below + 1))) == 0;
  if (tie) return below % 2 != 0 ? below : below + 1;
  return numerics::integer_value(i64, encoded(i64, x, Rounding::nearest_even));
}

/// Whether the largest value of an integer type is a value of a float type.
bool holds_largest(ElementType from, ElementType to) {
  const int digits = bits_of(to) - (is_signed(to) ? 1 : 0);
  return digits <= format_of(from).precision;
}

/// Clamped in the type of the source the limit may be lost, where that does not hold it.
Readings clamped(const Way& way, Wide value) {
  const ElementType to = way.pair.to;
  const std::uint64_t limit = numerics::saturated(to, value);
  const bool lost = way.detours.source_limits && value > 0 && !holds_largest(way.pair.from, to);
  if (!lost) return {{limit}};
  if (!is_signed(to)) return open_as(limit);
  return {{numerics::largest_finite(to, true)}};
}

/// Low bits, as far as the sources agree that it is those.
Readings cut(const Way& way, Wide value) {
  const auto [target, from, to] = way.pair;
  const std::uint64_t low = numerics::wrapped(to, value);
  if (way.on_cpu()) {
    return to == u8 && numerics::fits(i64, value) ? Readings{{low}} : open_as(low);
  }
  if (bits_of(to) >= 32 || !numerics::fits(i32, value)) return open_as(low);
  const bool depends_on_shape = target == Target::a5 && to != u8;
  if (depends_on_shape) return {{low, numerics::saturated(to, value)}};
  return {{low}};
}

Readings float_to_integer(const Way& way, const Real& x) {
  const ElementType to = way.pair.to;
  if (x.is_nan()) return open_as(0);
  if (x.is_infinite()) {
    const Wide beyond = x.is_negative() ? -(one << 100) : one << 100;
    return way.saturates() ? clamped(way, beyond) : open_as(0);
  }
  const Wide value = whole(x, way.rounding);
  if (numerics::fits(to, value)) return {{numerics::wrapped(to, value)}};
  return way.saturates() ? clamped(way, value) : cut(way, value);
}

/// Clamped as double a large number of 64 bits comes back changed. What is narrower gets its limit.
bool loses_digits(const Way& way, Wide value) {
  if (!is_float(way.pair.to) && bits_of(way.pair.to) < 64) return false;
  const bool large = value > (one << 53) || value < -(one << 53);
  return way.detours.double_clamp && way.saturates() && large;
}

Readings integer_to_integer(const Way& way, Wide value) {
  const ElementType to = way.pair.to;
  const std::uint64_t bits =
      way.saturates() ? numerics::saturated(to, value) : numerics::wrapped(to, value);
  return {{bits}, loses_digits(way, value)};
}

// ---- to floats ----

/// Whole values that stay floats; a zero keeps the sign of what it was.
Readings whole_float(const Way& way, const Real& x) {
  if (x.is_nan()) return {{numerics::quiet_nan(f32)}};
  const bool large = x.is_infinite() || std::fabs(x.to_double()) >= 0x1p24;
  if (large) return {{encoded(f32, x, Rounding::nearest_even)}};
  const auto value = static_cast<std::int64_t>(whole(x, way.rounding));
  if (value == 0) return {{x.is_negative() ? 0x80000000U : 0U}};
  return {{encoded(f32, Real(value), Rounding::nearest_even)}};
}

/// Whole numbers above 2^53 lose digits on the way to double, but no limit is near them.
double largest_of(ElementType type) {
  static const std::vector<double> all = [] {
    std::vector<double> made;
    for (const ElementFormat& format : all_formats()) {
      const std::uint64_t bits = numerics::largest_finite(format.type, false);
      made.push_back(numerics::decode(format.type, bits).to_double());
    }
    return made;
  }();
  return all.at(static_cast<std::size_t>(type));
}

/// Without saturation: an infinity, or NaN of either sign in the format that has no other.
Readings overflowed(ElementType to, bool negative) {
  if (format_of(to).has_infinity) return {{numerics::infinity(to, negative)}};
  if (!format_of(to).has_nan) return {{numerics::largest_finite(to, negative)}};
  const std::uint64_t nan = numerics::quiet_nan(to);
  return {{nan, nan ^ (mask_of(to) / 2 + 1)}};
}

/// Whether x rounds beyond the largest finite value: half a step of the last binade or more.
bool rounds_beyond(ElementType to, const Real& x, Rounding rounding) {
  if (format_of(to).has_infinity) {
    return numerics::is_infinite(to, encoded(to, x, rounding));
  }
  // The one format with NaN and no infinity has 464 halfway behind its largest value, which is
  // even.
  return format_of(to).has_nan && std::fabs(x.to_double()) > 464;
}

/// |x| is larger than every finite value of the destination.
Readings beyond(const Way& way, const Real& x) {
  const ElementType to = way.pair.to;
  const std::uint64_t largest = numerics::largest_finite(to, x.is_negative());
  if (way.saturates()) {
    // A limit held in the type of the source may be larger there.
    const bool lost = way.detours.source_limits && way.pair.from == bf16 && to == f16;
    return {{lost ? numerics::infinity(to, x.is_negative()) : largest}};
  }
  Readings result =
      rounds_beyond(to, x, way.rounding) ? overflowed(to, x.is_negative()) : Readings{{largest}};
  if (!is_directed(way.rounding)) return result;
  // IEEE 754 goes by the direction; pages say infinity.
  add(result, {{largest}});
  add(result, overflowed(to, x.is_negative()));
  return result;
}

/// The largest value of the narrower of both types, as the destination has it.
std::uint64_t narrower_limit(const Pair& pair, bool negative) {
  const ElementType limit = largest_of(pair.from) < largest_of(pair.to) ? pair.from : pair.to;
  Real largest = numerics::decode(limit, numerics::largest_finite(limit, negative));
  // It is held in the type of the source on the way.
  largest = numerics::decode(pair.from, encoded(pair.from, largest, Rounding::nearest_even));
  return encoded(pair.to, largest, Rounding::nearest_even);
}

Readings infinite(const Way& way, bool negative) {
  const auto [target, from, to] = way.pair;
  const Readings unbounded = overflowed(to, negative);
  const bool widens = to == f32 && !way.on_cpu();
  if (!way.saturates() || widens) return unbounded;
  if (way.detours.source_limits) return {{narrower_limit(way.pair, negative)}};
  Readings result{{numerics::largest_finite(to, negative)}};
  add(result, unbounded);
  return result;
}

Readings not_a_number(const Way& way) {
  const ElementType to = way.pair.to;
  if (way.saturates() && way.detours.source_limits) return {{narrower_limit(way.pair, false)}};
  const bool promised = !way.saturates() || to == f32 || way.on_cpu();
  const bool kept = format_of(to).has_nan && promised;
  return {{numerics::quiet_nan(to)}, !kept};
}

Readings finite_to_float(const Way& way, const Real& x) {
  const ElementType to = way.pair.to;
  if (std::fabs(x.to_double()) > largest_of(to)) return beyond(way, x);
  return {{encoded(to, x, way.rounding)}};
}

Readings float_to_float(const Way& way, const Real& x) {
  const bool stays = way.pair.from == f32 && way.pair.to == f32;
  const bool limited = way.saturates() && (x.is_nan() || x.is_infinite()) && way.on_cpu();
  if (stays && !way.as_is && !limited) return whole_float(way, x);
  if (x.is_nan()) return not_a_number(way);
  if (x.is_infinite()) return infinite(way, x.is_negative());
  return finite_to_float(way, x);
}

Readings integer_to_float(const Way& way, const Real& x, Wide value) {
  const auto [target, from, to] = way.pair;
  Readings result = finite_to_float(way, x);
  result.open = result.open || loses_digits(way, value);
  const bool wide = bits_of(from) >= 32 && bits_of(to) == 16;
  if (!wide || (way.on_cpu() && !way.detours.by_f32)) return result;
  const std::uint64_t first = encoded(f32, x, Rounding::nearest_even);
  const Readings twice = finite_to_float(way, numerics::decode(f32, first));
  if (way.detours.by_f32) return twice;
  add(result, twice);
  return result;
}

// ---- together ----

Readings readings_of(const Way& way, std::uint64_t bits) {
  const auto [target, from, to] = way.pair;
  const Real x = numerics::decode(from, bits);
  if (is_float(from)) return is_float(to) ? float_to_float(way, x) : float_to_integer(way, x);
  const Wide value = numerics::integer_value(from, bits);
  return is_float(to) ? integer_to_float(way, x, value) : integer_to_integer(way, value);
}

Acceptable acceptable(ElementType to, const Readings& readings) {
  const std::vector<std::uint64_t>& bits = readings.bits;
  const auto is_nan = [to](std::uint64_t pattern) { return numerics::is_nan(to, pattern); };
  if (readings.open || bits.size() > 3) return left_to_target(bits.front());
  if (std::ranges::all_of(bits, is_nan)) return any_nan(to);
  if (bits.size() == 1) return exactly(bits[0]);
  return either(bits[0], bits[1], bits.back());
}

}  // namespace

Acceptable converted(const Conversion& conversion, std::uint64_t bits) {
  Readings all;
  for (const Saturation saturation : conversion.saturations) {
    for (const Rounding rounding : conversion.roundings) {
      add(all,
          readings_of({conversion.pair, rounding, saturation, conversion.as_is, conversion.detours},
                      bits));
    }
  }
  return acceptable(conversion.pair.to, all);
}

}  // namespace assay::ops
